// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.cluster;

import dev.lockstep.bench.cluster.ServerMetrics.Sample;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.server.ServerProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What the rules cost one Prometheus that scrapes a whole cluster: series against the documented formula, time to
/// evaluate each rule group against its interval, memory and processor time. `bench/rule-cost` runs it.
public final class RuleCostBench {
    private static final int GPUS_PER_NODE = 8;

    private RuleCostBench() {}

    /// Arguments: GPUs, minutes, an empty folder with room, the folder of the rules, and their flavour.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int gpus = Integer.parseInt(arguments[0]);
        Duration length = Duration.ofMinutes(Integer.parseInt(arguments[1]));
        Path folder = Path.of(arguments[2]);
        Path both = Path.of(arguments[3]);
        Flavour flavour = Flavour.valueOf(arguments[4].toUpperCase(Locale.ROOT));
        List<Path> rules = new ArrayList<>(rulesIn(both));
        rules.addAll(rulesIn(both.resolve(arguments[4])));
        TrainingJob job = new TrainingJob(gpus / GPUS_PER_NODE, GPUS_PER_NODE, gpus / 2);
        try (PlayedCluster cluster = PlayedCluster.start(job, InstantSource.system())) {
            run(cluster, length, new Server(folder, flavour, rules));
        }
    }

    private static List<Path> rulesIn(Path folder) throws IOException {
        List<Path> rules = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.rules.yml")) {
            files.forEach(file -> rules.add(file.toAbsolutePath()));
        }
        return rules;
    }

    /// What Prometheus is started with.
    private record Server(Path folder, Flavour flavour, List<Path> rules) {
        ServerProcess start(PlayedCluster cluster) throws IOException {
            int port = ServerProcess.freePort();
            Path configuration = folder.resolve("prometheus.yml");
            Files.writeString(configuration, ScrapeConfiguration.of(cluster, rules));
            List<String> command = new ArrayList<>(List.of(
                    "prometheus",
                    "--config.file=" + configuration,
                    "--storage.tsdb.path=" + folder.resolve("tsdb"),
                    "--web.listen-address=127.0.0.1:" + port));
            if (flavour == Flavour.NATIVE) {
                command.add("--enable-feature=native-histograms");
            }
            return ServerProcess.start("prometheus", port, command, folder);
        }
    }

    private static void run(PlayedCluster cluster, Duration length, Server setup)
            throws IOException, InterruptedException {
        try (ServerProcess server = setup.start(cluster)) {
            server.awaitReady("/-/ready");
            if (server.endsWithin(length)) {
                throw new IOException("Prometheus ended:\n" + server.output());
            }
            report(cluster.predictedSeries(setup.flavour() == Flavour.CLASSIC), new ServerMetrics(server.address()));
        }
    }

    private static void report(long predicted, ServerMetrics metrics) throws IOException, InterruptedException {
        double scraped = metrics.query("sum(scrape_samples_scraped{job=\"lockstep\"})");
        System.out.println("nodes %.0f, series scraped %.0f, by the formula %d (%+.2f %%)"
                .formatted(
                        metrics.query("count(up{job=\"lockstep\"})"),
                        scraped,
                        predicted,
                        100 * (predicted - scraped) / scraped));
        System.out.println("series in the head with the recorded ones: %.0f"
                .formatted(metrics.value("prometheus_tsdb_head_series")));
        System.out.println("resident %.0f MB, processor %.0f s, scrapes missed %.0f, longest scrape %.2f s"
                .formatted(
                        metrics.value("process_resident_memory_bytes") / 1e6,
                        metrics.value("process_cpu_seconds_total"),
                        metrics.query("count(up{job=\"lockstep\"} == 0) or vector(0)"),
                        metrics.query("max(max_over_time(scrape_duration_seconds{job=\"lockstep\"}[2m]))")));
        for (Sample group : metrics.all("prometheus_rule_group_last_duration_seconds")) {
            String name = group.label("rule_group").replaceFirst(".*/", "");
            double interval = metrics.value("prometheus_rule_group_interval_seconds", group.label("rule_group"));
            System.out.println("%-60s %8.3f s of %4.0f s: %5.2f %%"
                    .formatted(name, group.value(), interval, 100 * group.value() / interval));
        }
        System.out.println("rules that failed: %.0f, missed evaluations: %.0f"
                .formatted(
                        metrics.sum("prometheus_rule_evaluation_failures_total"),
                        metrics.sum("prometheus_rule_group_iterations_missed_total")));
        System.out.println("culprits named: %.0f"
                .formatted(metrics.query("count(ALERTS{alertname=\"NcclStraggler\"})" + " or vector(0)")));
    }
}
