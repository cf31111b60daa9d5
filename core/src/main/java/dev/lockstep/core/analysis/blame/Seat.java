// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.blame.time.Beat;
import dev.lockstep.core.analysis.blame.time.LaunchLead;
import dev.lockstep.core.analysis.blame.time.Pulse;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.OperationColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One GPU of a job: its time cut into spans by one communicator's beat, and what it did in each of them.
/// Span *b* ends with the operation that begins block *b* of the beat. All on the GPU's own clock.
final class Seat {
    private static final long NOWHERE = Long.MIN_VALUE;
    private static final int SPANS = BlameSettings.SPANS_MAX;

    private static final long[] NO_LONGS = new long[0];
    private static final double[] NO_DOUBLES = new double[0];
    private static final int[] NO_INTS = new int[0];
    private static final float[] NO_FLOATS = new float[0];
    private static final boolean[] NO_BOOLEANS = new boolean[0];

    private final MemberState member;
    private final ProcessState process;
    private final int worldRank;
    private final int gpu;
    private final List<Share> shares = new ArrayList<>();
    private final LaunchLead lead = new LaunchLead();
    private final Pulse pulse = new Pulse();
    // No room is made for spans before there is a beat: where no single operations are told, there never is.
    private long[] blocks = NO_LONGS;
    private long[] cuts = NO_LONGS;
    private long[] stops = NO_LONGS;
    private double[] enqueues = NO_DOUBLES;
    private int[] enqueued = NO_INTS;
    private float[] hostGap = NO_FLOATS;
    private int[] known = NO_INTS;
    private boolean[] cold = NO_BOOLEANS;
    private @Nullable CommunicatorState anchor;
    private int generation = -1;
    private long newest = NOWHERE;
    private long firstEnqueue = OperationColumns.NONE;
    private double lostNanos;
    private double waitNanos;

    /// Of that process, by what it says of itself where it has several; -1 for what is not known.
    Seat(MemberState member, int worldRank, int gpu) {
        this.member = member;
        this.process = member.process();
        this.worldRank = worldRank;
        this.gpu = gpu;
    }

    MemberState member() {
        return member;
    }

    boolean is(ProcessState of, int itsWorldRank, int itsGpu) {
        return process == of && worldRank == itsWorldRank && gpu == itsGpu;
    }

    @Nullable
    CommunicatorState anchor() {
        return anchor;
    }

    Pulse pulse() {
        return pulse;
    }

    List<Share> shares() {
        return shares;
    }

    Share share(CommunicatorKey communicator, int commRank) {
        for (Share share : shares) {
            if (share.communicator().equals(communicator)) {
                return share;
            }
        }
        Share share = new Share(communicator, commRank);
        shares.add(share);
        return share;
    }

    /// Follows that communicator's beat from now on, and forgets its spans if it did not before.
    void follow(CommunicatorState communicator, Beat beat) {
        if (anchor == communicator && generation == beat.generation()) {
            return;
        }
        anchor = communicator;
        generation = beat.generation();
        newest = NOWHERE;
        makeRoom();
        Arrays.fill(blocks, NOWHERE);
        shares.forEach(Share::clear);
    }

    private void makeRoom() {
        if (blocks.length == 0) {
            blocks = new long[SPANS];
            cuts = new long[SPANS];
            stops = new long[SPANS];
            enqueues = new double[SPANS];
            enqueued = new int[SPANS];
            hostGap = new float[SPANS];
            known = new int[SPANS];
            cold = new boolean[SPANS];
        }
    }

    /// Cuts spans at the operations of its anchor.
    void cut(List<OperationColumns> operations, long length) {
        List<long[]> moments = new ArrayList<>();
        for (OperationColumns columns : operations) {
            for (int i = 0; i < columns.count(); i++) {
                if (columns.isTimed(i) && columns.isClocked(i) && columns.ordinal()[i] >= 0) {
                    moments.add(new long[] {columns.ordinal()[i], columns.stopNanos()[i]});
                }
            }
        }
        moments.sort(Comparator.comparingLong(moment -> moment[0]));
        moments.forEach(moment -> cut(moment[0], moment[1], length));
    }

    private void cut(long ordinal, long stop, long length) {
        long block = ordinal / length;
        int slot = slot(block);
        if (blocks[slot] == block) {
            if (ordinal < cuts[slot]) {
                cuts[slot] = ordinal;
                stops[slot] = stop;
            }
            return;
        }
        if (block < newest) {
            return;
        }
        if (block - newest != 1) {
            // Something is missing: the open span holds more than one.
            begin(block);
            blocks[slot(block - 1)] = NOWHERE;
        }
        blocks[slot] = block;
        cuts[slot] = ordinal;
        stops[slot] = stop;
        newest = block;
        begin(block + 1);
    }

    /// Makes the span that ends with block `block` empty.
    private void begin(long block) {
        int slot = slot(block);
        blocks[slot] = NOWHERE;
        enqueues[slot] = 0;
        enqueued[slot] = 0;
        hostGap[slot] = 0;
        known[slot] = 0;
        cold[slot] = false;
        shares.forEach(share -> share.clear(slot));
    }

    /// Counts operations into the spans in which they started.
    ///
    /// @param isSampled whether others were left out, so that each is remembered by itself
    void count(Share share, OperationColumns columns, boolean isSampled) {
        long startBefore = OperationColumns.NONE;
        for (int i = 0; i < columns.count(); i++) {
            if (columns.isTimed(i) && columns.isClocked(i)) {
                long start = columns.startNanos()[i];
                boolean isAgain = columns.isFused(i) && start == startBefore;
                startBefore = start;
                if (!isAgain) {
                    count(share, columns, i, isSampled);
                }
            }
        }
    }

    private void count(Share share, OperationColumns columns, int i, boolean isSampled) {
        long start = columns.startNanos()[i];
        long enqueue = columns.enqueueNanos()[i];
        float leadNanos = enqueue < 0 ? Float.MAX_VALUE : lead.of(start, enqueue);
        long idle = columns.idleNanos()[i];
        float beforeEnqueue = idle > leadNanos ? idle - leadNanos : 0;
        if (isSampled && idle != OperationColumns.NONE) {
            share.kept().add(columns.ordinal()[i], (float) idle, beforeEnqueue, enqueue, columns.stopNanos()[i]);
        }
        int slot = newest == NOWHERE ? -1 : slotOf(start);
        if (slot < 0) {
            return;
        }
        share.add(slot, (float) Math.max(0, idle));
        hostGap[slot] += beforeEnqueue;
        if (enqueue >= 0) {
            firstEnqueue = firstEnqueue == OperationColumns.NONE ? enqueue : firstEnqueue;
            enqueues[slot] += enqueue - firstEnqueue;
            enqueued[slot]++;
        }
        known[slot] += idle == OperationColumns.NONE ? 0 : 1;
        cold[slot] |= columns.ordinal()[i] == 0;
    }

    /// The slot of the span in which that moment lies; negative if it is too long ago.
    private int slotOf(long start) {
        if (start >= stops[slot(newest)]) {
            return slot(newest + 1);
        }
        for (long block = newest; block > newest - SPANS + 2; block--) {
            int before = slot(block - 1);
            if (blocks[before] != block - 1) {
                return -1;
            }
            if (start >= stops[before]) {
                return slot(block);
            }
        }
        return -1;
    }

    private static int slot(long block) {
        return (int) Math.floorMod(block, (long) SPANS);
    }

    /// The newest block that began; the least possible number if none did.
    long newest() {
        return newest;
    }

    /// Whether that span was seen from its begin to its end.
    boolean has(long block) {
        return isAt(block) && isAt(block - 1);
    }

    private boolean isAt(long block) {
        return block > newest - SPANS + 1 && block <= newest && blocks[slot(block)] == block;
    }

    /// Operation at which that span ends.
    long cut(long block) {
        return cuts[slot(block)];
    }

    /// How long that span was.
    float lengthNanos(long block) {
        return stops[slot(block)] - stops[slot(block - 1)];
    }

    /// How long its GPU had nothing of NCCL to run in that span.
    float idleNanos(long block) {
        float sum = 0;
        for (Share share : shares) {
            sum += share.idle(slot(block));
        }
        return sum;
    }

    /// How much of its idle time was before its host had enqueued what came next.
    float hostGapNanos(long block) {
        return hostGap[slot(block)];
    }

    /// When the host enqueued the operations of that span in the mean, on its node's clock; negative if
    /// unknown.
    long enqueueNanos(long block) {
        int slot = slot(block);
        return enqueued[slot] == 0 ? -1 : firstEnqueue + Math.round(enqueues[slot] / enqueued[slot]);
    }

    /// How long it waited in kernels for others.
    void waits(double nanos) {
        waitNanos += nanos;
    }

    /// How long it has waited in kernels for others since it was first heard of.
    double waitNanos() {
        return waitNanos;
    }

    /// Of how many operations the idle time before them is known.
    int known(long block) {
        return known[slot(block)];
    }

    /// What it held up others for, since it was first heard of.
    double lostNanos() {
        return lostNanos;
    }

    void loses(double nanos) {
        lostNanos += nanos;
    }

    /// Whether a communicator's first operation was in that span.
    boolean isCold(long block) {
        return cold[slot(block)];
    }
}
