// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What is usual for a shape, over all jobs of the last week, and how the present compares with it.
///
/// A shape is a function and size in communicators of one role and as many ranks and nodes. Where labels are not known,
/// communicators without them share a shape.
final class BaselineRules {
    /// Fewer observations in five minutes tell little about a quantile.
    static final int OBSERVATIONS_MIN = 100;

    /// Twelve points are an hour of a shape; fewer are its warm-up.
    static final int POINTS_MIN = 12;

    private BaselineRules() {}

    static List<RecordingRule> all() {
        return Stream.of(
                        of("P50", "p50_5m", "p50"),
                        of("P99", "p99_5m", "p99"),
                        // Exact in both kinds of histograms: what drifts slowly shows here first.
                        of("The mean", "mean5m", "mean"))
                .flatMap(List::stream)
                .toList();
    }

    /// What it is in words, the ending of the series that it comes from, and the beginning of the endings of its own.
    private static List<RecordingRule> of(String words, String source, String name) {
        Map<String, String> pieces = Map.of(
                "source", source,
                "name", name,
                "shape", Level.SHAPE.labels(),
                "observations", String.valueOf(OBSERVATIONS_MIN),
                "points", String.valueOf(POINTS_MIN));
        return List.of(now(words, pieces), baseline(pieces), ratio(words, pieces));
    }

    /// A quantile that enough observations stand behind, with the labels of its shape.
    private static String shaped(Map<String, String> pieces) {
        return Promql.of("""
            (
              job_comm_collective_size:nccl_duration_seconds:$source{size!="other"}
              and job_comm_collective_size:nccl_duration_seconds:count5m >= $observations
            )
            * on (job_id, comm) group_left (role, nranks, nnodes)
            group by (job_id, comm, role, nranks, nnodes) (job_comm:nccl_communicator:info)""", pieces);
    }

    private static RecordingRule now(String words, Map<String, String> pieces) {
        return Level.SHAPE.record(
                Promql.of("nccl_duration_seconds:$source", pieces),
                RankRules.SECONDS,
                words + " over five minutes: the median over those communicators of the shape that had at least "
                        + OBSERVATIONS_MIN + " observations.",
                Promql.of("quantile by ($shape) (0.5,\n", pieces)
                        + shaped(pieces).indent(2) + ")");
    }

    private static RecordingRule baseline(Map<String, String> pieces) {
        return Level.SHAPE.record(
                Promql.of("nccl_duration_seconds:$name_baseline7d", pieces),
                RankRules.SECONDS,
                Promql.of(
                        "Median of shape:nccl_duration_seconds:$source over seven days until an hour ago, so that what goes"
                                + " wrong now is not its own measure. Needs $points points, an hour.",
                        pieces),
                Promql.of("""
                quantile_over_time(0.5, shape:nccl_duration_seconds:$source[7d] offset 1h)
                and count_over_time(shape:nccl_duration_seconds:$source[7d] offset 1h) >= $points
                """, pieces));
    }

    private static RecordingRule ratio(String words, Map<String, String> pieces) {
        return Level.SIZED.record(
                Promql.of("nccl_duration_seconds:$name_to_baseline", pieces),
                RankRules.SHARE,
                words
                        + " of one function and size in a communicator over the baseline of its shape: 1 is as usual. Only"
                        + " with at least " + OBSERVATIONS_MIN + " observations in five minutes.",
                shaped(pieces) + Promql.of("""

                    / on ($shape) group_left ()
                    shape:nccl_duration_seconds:$name_baseline7d
                    """, pieces),
                List.of("role", "nranks", "nnodes"));
    }
}
