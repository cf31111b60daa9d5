// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import dev.lockstep.core.model.NcclFunction;
import java.util.Arrays;
import java.util.BitSet;

/// Send and Recv of one communicator rank. They are counted as seen and not matched: Inspector numbers them by rank.
public final class PointToPoint {
    private static final int PIPELINE_PEERS_MAX = 2;

    private final DurationCounts durations = new DurationCounts();
    private long sends;
    private long recvs;
    private long bytes;
    private long untimed;
    private long highest;
    private final BitSet peers = new BitSet();
    private final RowBlocks recvBlocks = new RowBlocks(1);
    private final int[] row = new int[1];

    PointToPoint() {}

    /// Counts one; `micros` is 0 or less where it has no time, `number` and `peer` are negative where it has none.
    public void add(NcclFunction function, long number, int peer, int micros, long sizeBytes) {
        if (peer >= 0) {
            peers.set(peer);
        }
        sends += function == NcclFunction.SEND ? 1 : 0;
        recvs += function == NcclFunction.RECV ? 1 : 0;
        bytes += sizeBytes;
        highest = Math.max(highest, number);
        if (micros > 0) {
            durations.add(micros);
            if (function == NcclFunction.RECV && number >= 0) {
                row[0] = micros;
                recvBlocks.add(number, 0, row, 0);
            }
        } else {
            untimed++;
        }
    }

    /// Whether it has few peers, as a stage of a pipeline has; in an AlltoAll all are peers.
    public boolean isPipeline() {
        return !peers.isEmpty() && peers.cardinality() <= PIPELINE_PEERS_MAX;
    }

    /// Whether any record says with whom.
    public boolean hasPeers() {
        return !peers.isEmpty();
    }

    /// The ranks that it exchanged data with, as far as it was recorded.
    public BitSet peers() {
        return (BitSet) peers.clone();
    }

    /// How long all Recvs took in each of so many equal parts of the run, those without a record as long as the others.
    /// Those of an AlltoAll run at once and count as one.
    public double[] secondsOfRecv(int windows) {
        double[] micros = new double[windows];
        double[] rows = new double[windows];
        long span = highest + 1;
        for (int block = 0; block < Math.min(recvBlocks.used(), RowBlocks.BLOCKS); block++) {
            int window = recvBlocks.windowOf(block, (double) span, windows);
            micros[window] += recvBlocks.rankMicros(block, 0);
            rows[window] += recvBlocks.rankRows(block, 0);
        }
        double allRows = Arrays.stream(rows).sum();
        double mean = allRows == 0 ? 0 : Arrays.stream(micros).sum() / allRows;
        double atOnce = isPipeline() ? 1 : Math.max(1, peers.cardinality());
        double each = highest * recvs / (double) Math.max(1, sends + recvs) / windows / atOnce / 1e6;
        double[] seconds = new double[windows];
        Arrays.setAll(seconds, window -> each * (rows[window] == 0 ? mean : micros[window] / rows[window]));
        return seconds;
    }

    /// Times in the kernel, each that of its whole batch.
    public DurationCounts durations() {
        return durations;
    }

    /// How many Sends were read.
    public long sends() {
        return sends;
    }

    /// How many Recvs were read.
    public long recvs() {
        return recvs;
    }

    /// Their bytes.
    public long bytes() {
        return bytes;
    }

    /// Those without a time of the GPU.
    public long untimed() {
        return untimed;
    }

    /// How many Sends and Recvs were read.
    public long seen() {
        return sends + recvs;
    }

    /// Numbers that were given out, from 1 on, and left no record.
    public long unreported() {
        return Math.max(0, highest - sends - recvs);
    }
}
