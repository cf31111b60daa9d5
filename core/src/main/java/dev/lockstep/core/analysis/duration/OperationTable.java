// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Matches one function's operations of one communicator over its ranks. A window of numbers is open; what all ranks
/// have passed is closed and becomes statistics.
///
/// Each rank's operations are put in by one thread at a time, those of different ranks may be put in at once. Closing
/// and reading are for one thread while nobody puts anything in.
public final class OperationTable {
    /// What became of an operation that was put in.
    public enum Put {
        TAKEN,
        /// The rank has told of this number before.
        DUPLICATE,
        /// Its number was closed already: it came too late.
        TOO_LATE,
        /// Its number is too far ahead; try again when others have come nearer.
        TOO_FAR
    }

    /// Time of an operation that has none.
    public static final int UNTIMED = -1;

    /// Different algorithms and protocols of one function; what is beyond is counted with the first.
    public static final int SHAPES_MAX = 16;

    /// An operation's number may come so much later than a higher one.
    static final int REORDER_MAX = 64;

    private static final int WINDOW = 4096;
    private static final int WINDOW_OF_MANY = 2048;
    private static final int MANY_RANKS = 64;

    private final NcclFunction function;
    private final int ranks;
    private final int window;
    private final int[] micros;
    private final long[] sizes;
    private final byte[] shapes;
    private final long[] stamps;
    private final long[] highest;
    private final long[] gaps;
    private final long[] tails;
    private final long[] tooLate;
    private final List<SizeSeries.Shape> knownShapes = new ArrayList<>();
    private final Map<Integer, SizeSeries> series = new TreeMap<>();
    private long begin = -1;
    private long closed;
    private long first = -1;
    private long untold;
    private final Rhythm rhythm = new Rhythm();

    OperationTable(NcclFunction function, int ranks) {
        this.function = function;
        this.ranks = ranks;
        this.window = windowOf(ranks);
        this.micros = new int[window * ranks];
        this.sizes = new long[window];
        this.shapes = new byte[window];
        this.stamps = new long[window];
        this.highest = filled(ranks);
        this.gaps = new long[ranks];
        this.tails = new long[ranks];
        this.tooLate = new long[ranks];
    }

    private static long[] filled(int length) {
        long[] numbers = new long[length];
        Arrays.fill(numbers, -1);
        return numbers;
    }

    private static int windowOf(int ranks) {
        return ranks <= MANY_RANKS ? WINDOW : WINDOW_OF_MANY;
    }

    /// How many cells a table of so many ranks has.
    static long cells(int ranks) {
        return (long) windowOf(ranks) * ranks;
    }

    /// The number of an algorithm and protocol in this table.
    public synchronized int shape(String algorithm, String protocol) {
        SizeSeries.Shape shape = new SizeSeries.Shape(algorithm, protocol);
        int known = knownShapes.indexOf(shape);
        if (known < 0 && knownShapes.size() < SHAPES_MAX) {
            knownShapes.add(shape);
            return knownShapes.size() - 1;
        }
        return Math.max(known, 0);
    }

    private synchronized void beginAt(long number) {
        if (begin < 0) {
            closed = Math.max(0, number - window / 4);
            begin = closed;
        }
    }

    /// Notes that `rank` took `time` microseconds, or {@link #UNTIMED}, for the operation of a number.
    public Put put(int rank, long number, int time, Detail detail) {
        if (begin < 0) {
            beginAt(number);
        }
        if (number < closed) {
            tooLate[rank]++;
            return Put.TOO_LATE;
        }
        if (number >= closed + window) {
            return Put.TOO_FAR;
        }
        int slot = (int) (number % window);
        int cell = slot * ranks + rank;
        if (micros[cell] != 0) {
            return Put.DUPLICATE;
        }
        micros[cell] = time;
        sizes[slot] = detail.sizeBytes();
        shapes[slot] = (byte) detail.shape();
        if (rank == 0 || stamps[slot] == 0) {
            // The clock of one rank as far as it goes: hosts disagree.
            stamps[slot] = detail.stamp();
        }
        if (number > highest[rank]) {
            highest[rank] = number;
        }
        return Put.TAKEN;
    }

    /// What an operation has beside its time; used again for each.
    public static final class Detail {
        private long sizeBytes;
        private long stamp;
        private int shape;

        /// Of nothing yet.
        public Detail() {}

        /// Says what the next operation has: its size as nccl-tests count it, when its line was written in
        /// microseconds since the epoch (0 if unknown) and what {@link OperationTable#shape} said.
        public void set(long size, long stampMicros, int shapeNumber) {
            sizeBytes = size;
            stamp = stampMicros;
            shape = shapeNumber;
        }

        long sizeBytes() {
            return sizeBytes;
        }

        long stamp() {
            return stamp;
        }

        int shape() {
            return shape;
        }
    }

    /// Whether a rank is so far ahead of the slowest one that it should wait.
    public boolean isAhead(int rank) {
        return begin >= 0 && highest[rank] - closed > window / 2;
    }

    /// Closes what all ranks have passed. `live` are those that may still put something in, `isAllRead` says that there
    /// is none any more.
    void advance(BitSet live, boolean isAllRead) {
        long top = top();
        long limit = top + 1;
        if (!isAllRead) {
            int known = 0;
            for (int rank = 0; rank < ranks; rank++) {
                known += highest[rank] >= 0 ? 1 : 0;
                if (highest[rank] >= 0 && live.get(rank)) {
                    limit = Math.min(limit, highest[rank] - REORDER_MAX + 1);
                }
            }
            limit = known < ranks ? Math.min(limit, top - window / 2) : limit;
        }
        closeTo(limit);
    }

    /// Closes as much as is needed to let the rank that is farthest ahead go on.
    void makeRoom() {
        closeTo(top() - window / 4);
    }

    /// Closes as much as is needed to take a number that was {@link Put#TOO_FAR}.
    public void makeRoomFor(long number) {
        long wanted = number - window / 4;
        closeTo(Math.min(top() + 1, wanted));
        if (closed < wanted) {
            untold += first < 0 ? 0 : wanted - closed;
            closed = wanted;
        }
    }

    private long top() {
        return Arrays.stream(highest).max().orElse(-1);
    }

    private void closeTo(long limit) {
        while (closed < limit) {
            closeNext();
            closed++;
        }
    }

    private void closeNext() {
        int slot = (int) (closed % window);
        int at = slot * ranks;
        int present = 0;
        int timed = 0;
        int expected = 0;
        for (int rank = 0; rank < ranks; rank++) {
            int each = micros[at + rank];
            present += each == 0 ? 0 : 1;
            timed += each > 0 ? 1 : 0;
            expected += highest[rank] >= closed ? 1 : 0;
        }
        if (present == 0) {
            if (first >= 0) {
                untold++;
                rhythm.add(-1);
            }
            return;
        }
        first = first < 0 ? closed : first;
        rhythm.add(SizeClass.of(sizes[slot]).exponent());
        if (present < ranks) {
            noteAbsent(at);
        }
        series(slot).add(new Instance(closed - first, stamps[slot], sizes[slot], present, timed, expected), micros, at);
        Arrays.fill(micros, at, at + ranks, 0);
        stamps[slot] = 0;
    }

    private void noteAbsent(int at) {
        for (int rank = 0; rank < ranks; rank++) {
            if (micros[at + rank] == 0 && highest[rank] >= 0) {
                if (highest[rank] > closed) {
                    gaps[rank]++;
                } else {
                    tails[rank]++;
                }
            }
        }
    }

    private SizeSeries series(int slot) {
        SizeClass size = SizeClass.of(sizes[slot]);
        int key = shapes[slot] * Long.SIZE + size.exponent();
        SizeSeries known = series.get(key);
        if (known == null) {
            known = new SizeSeries(function, size, knownShapes.get(shapes[slot]), ranks);
            series.put(key, known);
        }
        return known;
    }

    /// Which function.
    public NcclFunction function() {
        return function;
    }

    /// What was matched, by algorithm, protocol and size.
    public List<SizeSeries> series() {
        return List.copyOf(series.values());
    }

    /// Last number that a rank has told of, −1 if none.
    public long highest(int rank) {
        return highest[rank];
    }

    /// Last number that any rank has told of, −1 if none.
    public long highestOfAll() {
        return top();
    }

    /// How many numbers there are from the first to the last.
    public long span() {
        return first < 0 ? 0 : top() - first + 1;
    }

    /// How many numbers there are until the same sizes come again; 0 if that cannot be seen.
    public int period() {
        return rhythm.period();
    }

    /// Numbers between the first and the last of which no rank has told.
    public long untold() {
        return untold;
    }

    /// Numbers of which a peer has told and this rank has not, though it told of later ones.
    public long gaps(int rank) {
        return gaps[rank];
    }

    /// Numbers of which a peer has told, behind the last one of this rank.
    public long tail(int rank) {
        return tails[rank];
    }

    /// Operations that came when their number was closed.
    public long tooLate(int rank) {
        return tooLate[rank];
    }

    /// Ranks that have told of at least one operation.
    public int knownRanks() {
        return (int) Arrays.stream(highest).filter(number -> number >= 0).count();
    }
}
