// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.IdleMeter;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/// A job that a test plays: ranks in tensor groups of `tensor` neighbours, data groups over them, and all of
/// them in one communicator. Each step they compute and reduce in the tensor group some times, then in the
/// data group, then all together. What goes wrong is said per rank and step.
public final class PlayedJob {
    private static final int LAYERS = 3;
    private static final long SECOND = 1_000_000_000L;
    private static final long TRANSFER = 200_000;
    private static final double NOISE = 0.02;

    /// A number for a rank in a step.
    @FunctionalInterface
    public interface ByRankAndStep {
        /// That number.
        double at(int rank, int step);
    }

    private final int ranks;
    private final int gpusPerNode;
    private final int tensor;
    private final long computeNanos;
    private final boolean clocked;
    private final SplittableRandom chance;
    private final long[] now;
    private final long[] enqueued;
    private final List<List<Told>> told = new ArrayList<>();
    private final List<IdleMeter> meters = new ArrayList<>();
    private ByRankAndStep compute = (rank, step) -> 1;
    private ByRankAndStep hostDelay = (rank, step) -> 0;
    private ByRankAndStep transfer = (group, step) -> 1;
    private ByRankAndStep exchanged = (rank, step) -> 0;
    private long batch;
    private int step;
    private int sampling;

    /// Operations of one rank on one communicator that are not sent yet.
    private static final class Told {
        final CommunicatorIdentity identity;
        final List<long[]> records = new ArrayList<>();
        long ordinal;
        long calls;
        long busyNanos;

        Told(CommunicatorIdentity identity) {
            this.identity = identity;
        }
    }

    /// @param computeNanos what a rank computes before each reduction
    /// @param clocked whether stamps lie on a clock
    public PlayedJob(int ranks, int gpusPerNode, int tensor, long computeNanos, boolean clocked, long seed) {
        this.ranks = ranks;
        this.gpusPerNode = gpusPerNode;
        this.tensor = tensor;
        this.computeNanos = computeNanos;
        this.clocked = clocked;
        this.chance = new SplittableRandom(seed);
        this.now = new long[ranks];
        this.enqueued = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            now[rank] = SECOND;
            meters.add(new IdleMeter());
            int data = ranks / tensor;
            told.add(List.of(
                    new Told(identity(rank, 0x1000 + rank / tensor, "TP", rank % tensor, tensor)),
                    new Told(identity(rank, 0x2000 + rank % tensor, "DP", rank / tensor, data)),
                    new Told(identity(rank, 0x3000, "WORLD", rank, ranks))));
        }
    }

    private CommunicatorIdentity identity(int rank, int id, String name, int commRank, int size) {
        int nodes = name.equals("TP") ? 1 : Math.max(1, ranks / gpusPerNode);
        GpuIdentity gpu = new GpuIdentity(OptionalInt.of(rank % gpusPerNode), Optional.empty(), Optional.empty());
        return new CommunicatorIdentity(
                "%016x".formatted(id),
                0,
                name + "_" + id,
                OptionalInt.of(commRank),
                OptionalInt.of(size),
                OptionalInt.of(nodes),
                OptionalInt.of(rank),
                Optional.of(gpu));
    }

    /// How many times as long a rank computes.
    public PlayedJob computing(ByRankAndStep factor) {
        compute = factor;
        return this;
    }

    /// By how many nanoseconds the host of a rank comes late to a step.
    public PlayedJob hostsLate(ByRankAndStep nanos) {
        hostDelay = nanos;
        return this;
    }

    /// How many times as long the transfers of the data group of that number take.
    public PlayedJob transferring(ByRankAndStep factor) {
        transfer = factor;
        return this;
    }

    /// Counts so many bytes of an AlltoAll beside each reduction of a rank's data group.
    public PlayedJob exchanging(ByRankAndStep bytes) {
        exchanged = bytes;
        return this;
    }

    /// Tells one operation of 2 to the power of `k`, and counts all of them.
    public PlayedJob sampled(int k) {
        sampling = k;
        return this;
    }

    /// What all nodes tell of the steps until a moment, in seconds.
    public List<NodeFeed> until(int seconds) {
        while (now[0] < (seconds + 1) * SECOND) {
            play();
        }
        List<NodeFeed> feeds = new ArrayList<>();
        batch++;
        for (int node = 0; node * gpusPerNode < ranks; node++) {
            List<ProcessFeed> processes = new ArrayList<>();
            for (int rank = node * gpusPerNode; rank < Math.min(ranks, (node + 1) * gpusPerNode); rank++) {
                processes.add(process(rank, node));
            }
            feeds.add(new NodeFeed(
                    "node-" + node,
                    "agent",
                    batch,
                    seconds * SECOND,
                    seconds * SECOND,
                    sampling,
                    processes,
                    Map.of(),
                    List.of()));
        }
        return feeds;
    }

    private void play() {
        for (int rank = 0; rank < ranks; rank++) {
            double late = hostDelay.at(rank, step);
            enqueued[rank] = now[rank] + 50_000 + (long) late;
            now[rank] += (long) late;
        }
        for (int layer = 0; layer < LAYERS; layer++) {
            for (int rank = 0; rank < ranks; rank++) {
                double noise = 1 + NOISE * (chance.nextDouble() - 0.5);
                now[rank] += (long) (computeNanos * compute.at(rank, step) * noise);
            }
            for (int first = 0; first < ranks; first += tensor) {
                meet(0, first, tensor, TRANSFER, 1 << 20);
            }
        }
        for (int group = 0; group < tensor; group++) {
            long nanos = (long) (4 * TRANSFER * transfer.at(group, step));
            meet(1, group, ranks / tensor, nanos, 64 << 20);
        }
        meet(2, 0, ranks, TRANSFER / 10, 4);
        step++;
    }

    private void meet(int communicator, int first, int count, long nanos, long size) {
        int stride = communicator == 1 ? tensor : 1;
        long last = 0;
        for (int i = 0; i < count; i++) {
            last = Math.max(last, now[first + i * stride]);
        }
        long end = last + (long) (nanos * (1 + NOISE * (chance.nextDouble() - 0.5)));
        for (int i = 0; i < count; i++) {
            int rank = first + i * stride;
            Told here = told.get(rank).get(communicator);
            long ordinal = here.ordinal++;
            // Each GPU has a clock of its own.
            long offset = 1_000_000_007L * rank;
            long idle = meters.get(rank).idleBefore(now[rank] + offset, end + offset);
            enqueued[rank] += 5_000;
            here.calls++;
            here.busyNanos += end - now[rank];
            long hash = Long.parseUnsignedLong(here.identity.id(), 16);
            if (Sampling.keeps(hash, NcclFunction.ALL_REDUCE, ordinal, sampling)) {
                here.records.add(new long[] {ordinal, size, enqueued[rank], now[rank] + offset, end + offset, idle});
            }
            now[rank] = end;
        }
    }

    private ProcessFeed process(int rank, int node) {
        List<CommunicatorFeed> communicators =
                told.get(rank).stream().map(this::communicator).toList();
        return new ProcessFeed(
                new ProcessKey("boot-" + node, 100 + rank, 1),
                ProcessLife.RUNNING,
                "job",
                Optional.of("life"),
                OptionalInt.of(ranks),
                Optional.empty(),
                communicators,
                Map.of());
    }

    private CommunicatorFeed communicator(Told here) {
        int count = here.records.size();
        long[][] columns = new long[7][count];
        byte[] flags = new byte[count];
        Arrays.fill(
                flags, (byte) (clocked ? OperationColumns.TIMED | OperationColumns.CLOCKED : OperationColumns.TIMED));
        for (int i = 0; i < count; i++) {
            long[] record = here.records.get(i);
            columns[0][i] = record[0];
            columns[1][i] = record[0];
            columns[2][i] = record[1];
            columns[3][i] = clocked ? record[2] : OperationColumns.NONE;
            columns[4][i] = clocked ? record[3] : 0;
            columns[5][i] = clocked ? record[4] : record[4] - record[3];
            columns[6][i] = clocked ? record[5] : OperationColumns.NONE;
        }
        here.records.clear();
        OperationColumns operations = new OperationColumns(
                NcclFunction.ALL_REDUCE,
                "RING",
                "SIMPLE",
                count,
                columns[0],
                columns[1],
                columns[2],
                columns[3],
                columns[4],
                columns[5],
                columns[6],
                flags);
        SeriesKey key =
                new SeriesKey(NcclFunction.ALL_REDUCE, "RING", "SIMPLE", SizeClass.of(1 << 20), OperationKind.KERNEL);
        List<SeriesDelta> counted = new ArrayList<>();
        counted.add(new SeriesDelta(key, here.calls, 0, here.calls, here.busyNanos));
        long bytes = (long) (here.calls * exchanged.at(here.identity.worldRank().orElseThrow(), step));
        if (bytes > 0 && here.identity.name().startsWith("DP")) {
            SeriesKey exchange =
                    new SeriesKey(NcclFunction.ALL_TO_ALL, "", "SIMPLE", SizeClass.of(1 << 20), OperationKind.KERNEL);
            counted.add(new SeriesDelta(exchange, here.calls, bytes, 0, 0));
        }
        long busy = here.busyNanos;
        here.calls = 0;
        here.busyNanos = 0;
        return new CommunicatorFeed(
                here.identity,
                false,
                Progress.NONE,
                List.of(),
                counted,
                List.of(),
                List.of(),
                List.of(operations),
                busy);
    }
}
