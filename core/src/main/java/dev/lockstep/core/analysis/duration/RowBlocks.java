// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

/// What instances of one operation took over the run, in blocks of as many numbers each: a block becomes twice as wide
/// whenever the run outgrows them, so that a run of any length takes the same memory.
public final class RowBlocks {
    /// Blocks of a run.
    public static final int BLOCKS = 128;

    private static final int MICROS_PER_SECOND = 1_000_000;

    private final int ranks;
    private final long[] rankMicros;
    private final int[] rankRows;
    private final float[] leads;
    private final float[] leadSquares;
    private final long[] transferMicros = new long[BLOCKS];
    private final long[] transferBytes = new long[BLOCKS];
    private final int[] transferRows = new int[BLOCKS];
    private final long[] stamps = new long[BLOCKS];
    private final long[] lastStamps = new long[BLOCKS];
    private long width = 1;
    private long last = -1;

    RowBlocks(int ranks) {
        this.ranks = ranks;
        this.rankMicros = new long[BLOCKS * ranks];
        this.rankRows = new int[BLOCKS * ranks];
        this.leads = new float[BLOCKS * ranks];
        this.leadSquares = new float[BLOCKS * ranks];
    }

    /// Adds the instance of a number, counted from the first one: `micros[at + rank]`, 0 or less where there is none.
    void add(long number, long stamp, int[] micros, int at) {
        int block = block(number, stamp);
        long sum = 0;
        int timed = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += Math.max(0, micros[at + rank]);
            timed += micros[at + rank] > 0 ? 1 : 0;
        }
        float mean = sum / (float) Math.max(1, timed);
        for (int rank = 0; rank < ranks; rank++) {
            int each = micros[at + rank];
            if (each > 0) {
                int cell = block * ranks + rank;
                rankMicros[cell] += each;
                rankRows[cell]++;
                float lead = Math.max(0, mean - each);
                leads[cell] += lead;
                leadSquares[cell] += lead * lead;
            }
        }
    }

    /// Adds the transfer of an instance that all ranks have told of.
    void addTransfer(long number, long stamp, int micros, long bytes) {
        int block = block(number, stamp);
        transferMicros[block] += micros;
        transferBytes[block] += bytes;
        transferRows[block]++;
    }

    private int block(long number, long stamp) {
        while (number / width >= BLOCKS) {
            widen();
        }
        last = Math.max(last, number);
        int block = (int) (number / width);
        if (stamp > 0) {
            stamps[block] = stamps[block] == 0 ? stamp : Math.min(stamps[block], stamp);
            lastStamps[block] = Math.max(lastStamps[block], stamp);
        }
        return block;
    }

    private void widen() {
        for (int to = 0; to < BLOCKS; to++) {
            int from = 2 * to;
            boolean isThere = from < BLOCKS;
            merge(to, from, isThere);
        }
        width *= 2;
    }

    private void merge(int to, int from, boolean isThere) {
        for (int rank = 0; rank < ranks; rank++) {
            int target = to * ranks + rank;
            int a = from * ranks + rank;
            int b = a + ranks;
            rankMicros[target] = isThere ? rankMicros[a] + rankMicros[b] : 0;
            rankRows[target] = isThere ? rankRows[a] + rankRows[b] : 0;
            leads[target] = isThere ? leads[a] + leads[b] : 0;
            leadSquares[target] = isThere ? leadSquares[a] + leadSquares[b] : 0;
        }
        transferMicros[to] = isThere ? transferMicros[from] + transferMicros[from + 1] : 0;
        transferBytes[to] = isThere ? transferBytes[from] + transferBytes[from + 1] : 0;
        transferRows[to] = isThere ? transferRows[from] + transferRows[from + 1] : 0;
        stamps[to] = isThere ? earlier(stamps[from], stamps[from + 1]) : 0;
        lastStamps[to] = isThere ? Math.max(lastStamps[from], lastStamps[from + 1]) : 0;
    }

    private static long earlier(long a, long b) {
        if (a == 0 || b == 0) {
            return Math.max(a, b);
        }
        return Math.min(a, b);
    }

    /// Blocks in use, at least 1.
    public int used() {
        return (int) Math.max(1, last / width + 1);
    }

    /// Which of `windows` equal parts of a run of `span` numbers the middle of a block lies in.
    public int windowOf(int block, double span, int windows) {
        double middle = (block + 0.5) * width;
        return (int) Math.min(windows - 1, Math.max(0, middle * windows / Math.max(span, 1)));
    }

    /// Sum of a rank's times in a block.
    public long rankMicros(int block, int rank) {
        return rankMicros[block * ranks + rank];
    }

    /// How many times that sum has.
    public int rankRows(int block, int rank) {
        return rankRows[block * ranks + rank];
    }

    /// By how much a rank's times were shorter than the mean of all ranks, summed over the instances of a block.
    public double leadMicros(int block, int rank) {
        return leads[block * ranks + rank];
    }

    /// The same with squares: few large ones have more of it than many small ones.
    public double leadSquares(int block, int rank) {
        return leadSquares[block * ranks + rank];
    }

    /// Instances of a block that all ranks have told of.
    public int transferRows(int block) {
        return transferRows[block];
    }

    /// The sum of their shortest times.
    public long transferMicros(int block) {
        return transferMicros[block];
    }

    /// The sum of their sizes.
    public long transferBytes(int block) {
        return transferBytes[block];
    }

    /// When the first line of a block was written, seconds since the epoch; 0 if that is not known.
    public double stampSeconds(int block) {
        return stamps[block] / (double) MICROS_PER_SECOND;
    }

    /// When the last line of a block was written, seconds since the epoch; 0 if that is not known.
    public double lastStampOf(int block) {
        return lastStamps[Math.min(block, BLOCKS - 1)] / (double) MICROS_PER_SECOND;
    }
}
