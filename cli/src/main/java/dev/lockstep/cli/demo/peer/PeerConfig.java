// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.peer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes the configuration files of the demo's servers. Prometheus scrapes three times as often as a cluster's would,
/// and Alertmanager tells at once, so that a demo is short; rules are those of `deploy/` as they stand.
final class PeerConfig {
    private PeerConfig() {}

    /// Whom Prometheus asks and whom it tells.
    ///
    /// @param machines a node_exporter for each node, or none
    /// @param ownPort of Prometheus, which scrapes itself
    record Scraped(Targets targets, List<URI> machines, int ownPort, Optional<URI> alertmanager) {}

    static Path prometheus(Path folder, List<Path> rules, Scraped scraped) throws IOException {
        Targets targets = scraped.targets();
        List<URI> machines = scraped.machines();
        StringBuilder text = new StringBuilder("""
            global:
              scrape_interval: 5s
              scrape_timeout: 4s
              evaluation_interval: 15s
            """);
        text.append(
                rules.stream().map(file -> "  - " + file + "\n").collect(Collectors.joining("", "rule_files:\n", "")));
        scraped.alertmanager().ifPresent(uri -> text.append("""
            alerting:
              alertmanagers:
                - static_configs: [{targets: ['%s']}]
            """.formatted(uri.getAuthority())));
        text.append("scrape_configs:\n");
        text.append(job("prometheus", List.of("127.0.0.1:" + scraped.ownPort())));
        text.append(job("lockstep", targets.agents()));
        text.append(job("dcgm-exporter", targets.gpus()));
        text.append("  - job_name: node-exporter\n    static_configs:\n");
        for (int node = 0; node < machines.size(); node++) {
            text.append("      - {targets: ['%s'], labels: {node: %s}}\n"
                    .formatted(
                            machines.get(node).getAuthority(), targets.nodes().get(node)));
        }
        return Files.writeString(folder.resolve("prometheus.yml"), text);
    }

    private static String job(String name, List<String> targets) {
        return "  - job_name: " + name + "\n    static_configs: [{targets: ["
                + targets.stream().map(target -> "'" + target + "'").collect(Collectors.joining(", ")) + "]}]\n";
    }

    static Path alertmanager(Path folder, URI webhook) throws IOException {
        return Files.writeString(folder.resolve("alertmanager.yml"), """
            route:
              receiver: demo
              group_by: [alertname, job_id]
              group_wait: 5s
              group_interval: 20s
              repeat_interval: 4h
              routes:
                - matchers: [alertname = LockstepWatchdog]
                  receiver: nowhere
            receivers:
              - name: nowhere
              - name: demo
                webhook_configs: [{url: '%s', send_resolved: true}]
            """.formatted(webhook));
    }
}
