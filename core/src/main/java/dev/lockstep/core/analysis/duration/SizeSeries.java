// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;

/// The operations of one communicator that share function, size class, algorithm and protocol.
public final class SizeSeries {
    private final NcclFunction function;
    private final SizeClass size;
    private final Shape shape;
    private final int ranks;
    private final DurationCounts durations = new DurationCounts();
    private final DurationCounts transfers = new DurationCounts();
    private final DurationCounts waits = new DurationCounts();
    private final long[] rankWaitMicros;
    private final long[] rankShortest;
    private final RowBlocks blocks;
    private long records;
    private long timed;
    private long rows;
    private long fullRows;
    private long durationMicros;
    private long timedBytes;
    private long transferMicros;
    private long transferBytes;

    /// How it was done: NCCL's algorithm and protocol, empty where they are not told.
    public record Shape(String algorithm, String protocol) {}

    SizeSeries(NcclFunction function, SizeClass size, Shape shape, int ranks) {
        this.function = function;
        this.size = size;
        this.shape = shape;
        this.ranks = ranks;
        this.rankWaitMicros = new long[ranks];
        this.rankShortest = new long[ranks];
        this.blocks = new RowBlocks(ranks);
    }

    /// Whether all ranks leave an operation of this function at about the same time, so that the shortest time is the
    /// transfer and the rest wait.
    public static boolean isAligned(NcclFunction function) {
        return switch (function) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER -> true;
            case ALL_TO_ALL, BROADCAST, GATHER, REDUCE, SCATTER, SEND, RECV, OTHER -> false;
        };
    }

    /// Adds an instance: `micros[at + rank]`, 0 for a rank that has not told of it, negative for one without a time.
    void add(Instance instance, int[] micros, int at) {
        rows++;
        records += instance.present();
        int shortest = 0;
        for (int rank = 0; rank < ranks; rank++) {
            int each = micros[at + rank];
            if (each > 0) {
                durations.add(each);
                durationMicros += each;
                timed++;
                timedBytes += instance.sizeBytes();
                shortest = each < micros[at + shortest] || micros[at + shortest] <= 0 ? rank : shortest;
            }
        }
        if (instance.isComplete()) {
            blocks.add(instance.number(), instance.stamp(), micros, at);
        }
        if (instance.timed() == ranks) {
            full(instance, micros, at, shortest);
        }
    }

    private void full(Instance instance, int[] micros, int at, int shortest) {
        int transfer = micros[at + shortest];
        fullRows++;
        rankShortest[shortest]++;
        transfers.add(transfer);
        transferMicros += transfer;
        transferBytes += instance.sizeBytes();
        blocks.addTransfer(instance.number(), instance.stamp(), transfer, instance.sizeBytes());
        if (isAligned(function)) {
            for (int rank = 0; rank < ranks; rank++) {
                int wait = micros[at + rank] - transfer;
                waits.add(wait);
                rankWaitMicros[rank] += wait;
            }
        }
    }

    /// Which function.
    public NcclFunction function() {
        return function;
    }

    /// Which class of sizes.
    public SizeClass size() {
        return size;
    }

    /// By which algorithm and protocol.
    public Shape shape() {
        return shape;
    }

    /// Ranks of its communicator.
    public int ranks() {
        return ranks;
    }

    /// Times in the kernel, waits included, one of each rank and instance.
    public DurationCounts durations() {
        return durations;
    }

    /// Shortest time of each instance that all ranks have told of.
    public DurationCounts transfers() {
        return transfers;
    }

    /// What each rank took longer than that.
    public DurationCounts waits() {
        return waits;
    }

    /// Sum of a rank's waits.
    public double waitSeconds(int rank) {
        return rankWaitMicros[rank] / 1e6;
    }

    /// In how many instances the rank's time was the shortest.
    public long shortest(int rank) {
        return rankShortest[rank];
    }

    /// How it went over the run.
    public RowBlocks blocks() {
        return blocks;
    }

    /// Operations that were read, over all ranks.
    public long records() {
        return records;
    }

    /// Those that have a time.
    public long timed() {
        return timed;
    }

    /// Instances of which at least one rank has told.
    public long rows() {
        return rows;
    }

    /// Instances of which all ranks have told, with a time.
    public long fullRows() {
        return fullRows;
    }

    /// Sum of all times.
    public double durationSeconds() {
        return durationMicros / 1e6;
    }

    /// Bus bytes a second of time in the kernel, waits included, over all ranks; 0 if there is no time.
    public double apparentBusBytesPerSecond() {
        return durationMicros == 0 ? 0 : timedBytes * function.busFactor(ranks) * 1e6 / durationMicros;
    }

    /// Bus bytes a second of transfer; 0 if no instance is whole.
    public double trueBusBytesPerSecond() {
        return transferMicros == 0 ? 0 : transferBytes * function.busFactor(ranks) * 1e6 / transferMicros;
    }

    /// Mean transfer of an instance; 0 if no instance is whole.
    public double meanTransferSeconds() {
        return fullRows == 0 ? 0 : transferMicros / 1e6 / fullRows;
    }
}
