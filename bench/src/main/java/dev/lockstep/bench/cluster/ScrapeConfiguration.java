// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.cluster;

import java.nio.file.Path;
import java.util.List;

/// A Prometheus configuration that scrapes each node of a played cluster as a target of its own, every 15 s.
final class ScrapeConfiguration {
    private ScrapeConfiguration() {}

    static String of(PlayedCluster cluster, List<Path> rules) {
        StringBuilder text =
                new StringBuilder("global: {scrape_interval: 15s, evaluation_interval: 15s}\nrule_files:\n");
        rules.forEach(file -> text.append("  - ").append(file).append('\n'));
        text.append("scrape_configs:\n  - job_name: lockstep\n    static_configs:\n");
        for (String node : cluster.nodeNames()) {
            text.append(
                    "      - targets: ['127.0.0.1:%d']%n        labels: {instance: %s, __metrics_path__: /%s/metrics}%n"
                            .formatted(cluster.port(), node, node));
        }
        return text.toString();
    }
}
