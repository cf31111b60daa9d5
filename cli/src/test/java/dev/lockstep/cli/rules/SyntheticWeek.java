// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import dev.lockstep.core.metric.ClassicBuckets;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;

/// A week of one communicator of two ranks, as an agent would have served it every two minutes. AllReduce takes 10 ms
/// in
/// the median, with the spread of a log-logistic distribution and a little noise; for the last two days it grows by 60
/// %
/// of that a day.
final class SyntheticWeek {
    static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    static final Instant ONSET = START.plus(Duration.ofDays(5));
    static final Instant END = START.plus(Duration.ofDays(7));

    private static final long SEED = 20260105;
    private static final Duration STEP = Duration.ofMinutes(2);
    private static final int CALLS_PER_SECOND = 10;
    private static final double MEDIAN_SECONDS = 0.010;
    private static final double GROWTH_PER_DAY = 0.6;
    private static final double NOISE = 0.02;

    /// Of the distribution: half of all is within a factor of 3^(1/6) = 1.2 of the median.
    private static final double SHAPE = 6;

    /// Bounds of 2 ms to 125 ms hold all of it.
    private static final int FIRST_BUCKET = -9 - ClassicBuckets.EXPONENT_MIN;

    private static final int LAST_BUCKET = -3 - ClassicBuckets.EXPONENT_MIN;

    private final Random random = new Random(SEED);
    private final double[][] buckets = new double[2][ClassicBuckets.COUNT];
    private final double[] sums = new double[2];

    /// What the seed is, for messages.
    static String seed() {
        return "seed " + SEED;
    }

    /// The median's multiple of its first value at a time, without noise.
    static double slowdown(Instant time) {
        double days = Math.max(0, Duration.between(ONSET, time).toMillis() / 86_400_000.0);
        return 1 + GROWTH_PER_DAY * days;
    }

    /// Writes it in the format that promtool reads.
    void write(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (Instant time = START; time.isBefore(END); time = time.plus(STEP)) {
                for (int rank = 0; rank < 2; rank++) {
                    step(out, rank, time);
                }
                line(
                        out,
                        "nccl_communicator_info",
                        "node=\"node-a\",job_id=\"9001\",comm=\"9f0d3c5a7b1e2468\","
                                + "role=\"data\",nranks=\"2\",nnodes=\"1\"",
                        1,
                        time);
            }
            out.write("# EOF\n");
        }
    }

    private void step(Writer out, int rank, Instant time) throws IOException {
        double median = MEDIAN_SECONDS * slowdown(time) * (1 + NOISE * random.nextGaussian());
        double calls = CALLS_PER_SECOND * STEP.toSeconds();
        String labels = "node=\"node-a\",gpu=\"%1$d\",rank=\"%1$d\",comm_rank=\"%1$d\",job_id=\"9001\",".formatted(rank)
                + "comm=\"9f0d3c5a7b1e2468\",collective=\"AllReduce\",size=\"64MiB\"";
        double[] bounds = ClassicBuckets.upperSeconds();
        for (int i = FIRST_BUCKET; i <= LAST_BUCKET; i++) {
            buckets[rank][i] += calls * below(bounds[i], median);
            line(
                    out,
                    "nccl_collective_duration_seconds_bucket",
                    labels + ",le=\"" + bounds[i] + "\"",
                    buckets[rank][i],
                    time);
        }
        int all = ClassicBuckets.COUNT - 1;
        buckets[rank][all] += calls;
        sums[rank] += calls * median * (Math.PI / SHAPE) / Math.sin(Math.PI / SHAPE);
        line(out, "nccl_collective_duration_seconds_bucket", labels + ",le=\"+Inf\"", buckets[rank][all], time);
        line(out, "nccl_collective_duration_seconds_count", labels, buckets[rank][all], time);
        line(out, "nccl_collective_duration_seconds_sum", labels, sums[rank], time);
    }

    /// The part that takes at most that long.
    private static double below(double seconds, double median) {
        return 1 / (1 + Math.pow(seconds / median, -SHAPE));
    }

    private static void line(Writer out, String name, String labels, double value, Instant time) throws IOException {
        out.write(String.format(Locale.ROOT, "%s{%s} %.6f %d%n", name, labels, value, time.getEpochSecond()));
    }
}
