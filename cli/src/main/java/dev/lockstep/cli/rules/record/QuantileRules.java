// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Latencies over five minutes, for communicators, jobs and the cluster.
///
/// Classic buckets are many, so they are read once: the sum over the ranks of a communicator is recorded, and
/// all else is made of that. A native histogram is one series and is read each time: Prometheus 2.42 refuses to
/// record some rates of them, where rounding makes the sum of the buckets larger than the count.
final class QuantileRules {
    private static final String COLLECTIVES = "nccl_collective_duration_seconds";
    private static final String P2P = "nccl_p2p_duration_seconds";
    private static final String WINDOW = "5m";

    private static final List<Integer> PERCENTS = List.of(50, 95, 99);

    private final Flavour flavour;
    private final List<RecordingRule> rules = new ArrayList<>();

    private QuantileRules(Flavour flavour) {
        this.flavour = flavour;
    }

    static List<RecordingRule> of(Flavour flavour) {
        QuantileRules all = new QuantileRules(flavour);
        all.collectives();
        all.p2p();
        return List.copyOf(all.rules);
    }

    /// Of the ranks one by one: all buckets are read again, in a group that runs beside the other.
    static List<RecordingRule> ofRanks(Flavour flavour) {
        QuantileRules all = new QuantileRules(flavour);
        Buckets raw = new Buckets(flavour.bucketRate(COLLECTIVES, "", WINDOW), Optional.empty());
        all.quantile(Level.RANK_FUNCTION, "nccl_duration_seconds", 99, raw);
        return List.copyOf(all.rules);
    }

    /// Buckets a second, and the level that they are summed to already.
    private record Buckets(String rate, Optional<Level> level) {}

    private void collectives() {
        String metric = "nccl_duration_seconds";
        Buckets sized = buckets(Level.SIZED, COLLECTIVES, metric);
        Buckets ofJobs =
                recorded(Level.JOB_FUNCTION, metric, "The same, summed over the communicators of the job.", sized);
        PERCENTS.forEach(percent -> quantile(Level.SIZED, metric, percent, sized));
        PERCENTS.forEach(percent -> quantile(Level.JOB_FUNCTION, metric, percent, ofJobs));
        PERCENTS.forEach(percent -> quantile(Level.FUNCTION, metric, percent, ofJobs));
        rules.add(Level.SIZED.record(
                "nccl_duration_seconds:count5m",
                "observations",
                "Observations in five minutes, over all ranks of the communicator.",
                count(sized.rate())));
        rules.add(mean());
        rules.add(bandwidth());
    }

    private void p2p() {
        Buckets buckets = buckets(Level.SIZED_P2P, P2P, "nccl_p2p_duration_seconds");
        PERCENTS.forEach(percent -> quantile(Level.SIZED_P2P, "nccl_p2p_duration_seconds", percent, buckets));
    }

    private Buckets buckets(Level level, String histogram, String metric) {
        String meaning = "Buckets of " + histogram + " a second over five minutes, summed over the ranks of the"
                + " communicator. All other latencies but those of ranks are made of it.";
        return recorded(
                level, metric, meaning, new Buckets(flavour.bucketRate(histogram, "", WINDOW), Optional.empty()));
    }

    /// The buckets summed to a level: recorded in the classic form, as they were in the native one.
    private Buckets recorded(Level level, String metric, String meaning, Buckets buckets) {
        return switch (flavour) {
            case NATIVE -> buckets;
            case CLASSIC -> {
                RecordingRule rule = level.recordBuckets(
                        metric + "_bucket:rate5m",
                        meaning,
                        "sum by (" + flavour.withBuckets(level.labels()) + ") (" + buckets.rate() + ")");
                rules.add(rule);
                yield new Buckets(rule.name(), Optional.of(level));
            }
        };
    }

    /// Without observations the quantile is no number, which is not above 0.
    private void quantile(Level level, String metric, int percent, Buckets buckets) {
        String summed = buckets.level().equals(Optional.of(level))
                ? " " + buckets.rate()
                : "\n  sum by (" + flavour.withBuckets(level.labels()) + ") (" + buckets.rate() + ")";
        rules.add(level.record(
                metric + ":p" + percent + "_5m",
                RankRules.SECONDS,
                "P" + percent + " over five minutes of the time of " + what(level),
                "histogram_quantile(" + percent / 100.0 + "," + summed + ") > 0"));
    }

    private static String what(Level level) {
        return switch (level) {
            case SIZED -> "one function and size in a communicator, over its ranks.";
            case SIZED_P2P -> "Send or Recv of one size in a communicator, over its ranks.";
            case JOB_FUNCTION -> "one function in a job, whatever the communicator and size.";
            case FUNCTION -> "one function in the cluster, whatever the job.";
            case RANK_FUNCTION -> "one function on a rank, whatever the communicator and size.";
            case COMMUNICATOR, COMMUNICATOR_FUNCTION, MEMBERSHIP, CHANNEL, RANK, JOB, NODE, DEVICE, EDGE, SHAPE ->
                throw new IllegalArgumentException(level + " has no quantiles");
        };
    }

    private String count(String rate) {
        Map<String, String> pieces = Map.of("sized", Level.SIZED.labels(), "rate", rate);
        return switch (flavour) {
            case CLASSIC -> Promql.of("300 * sum by ($sized) ($rate{le=\"+Inf\"})", pieces);
            case NATIVE -> Promql.of("300 * sum by ($sized) (histogram_count($rate))", pieces);
        };
    }

    private RecordingRule mean() {
        return Level.SIZED.record(
                "nccl_duration_seconds:mean5m",
                RankRules.SECONDS,
                "Mean over five minutes of the time of one function and size in a communicator, over its ranks.",
                Promql.of("""
                sum by ($sized) ($time)
                / (job_comm_collective_size:nccl_duration_seconds:count5m / 300 > 0)
                """, pieces()));
    }

    private RecordingRule bandwidth() {
        return Level.SIZED.record(
                "nccl_bus_bandwidth_bytes:max5m",
                "bytes per second",
                "Bus bandwidth of one function and size in a communicator, on the rank where it is largest: bus bytes over"
                        + " the sum of the durations, waits included.",
                Promql.of("""
                max by ($sized) (
                  sum by ($membership, collective, size) (rate(nccl_collective_bus_bytes_total[5m]))
                  / (sum by ($membership, collective, size) ($time) > 0)
                )
                """, pieces()));
    }

    private Map<String, String> pieces() {
        return Map.of(
                "sized", Level.SIZED.labels(),
                "membership", Level.MEMBERSHIP.labels(),
                "time", flavour.sumRate(COLLECTIVES, "", WINDOW));
    }
}
