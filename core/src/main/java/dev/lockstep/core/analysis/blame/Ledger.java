// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.blame.time.Beat;
import dev.lockstep.core.analysis.blame.time.Pace;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.GpuIdentity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// What every GPU of a job did, span by span.
final class Ledger {
    private record SeatKey(ProcessKey process, int worldRank, int gpu) {}

    private static final Seat[] NOBODY = new Seat[0];
    /// Of so large a part of the operations the idle time may be unknown.
    private static final double UNKNOWN_PART = 0.03;
    /// At each look, what was seen before counts by so much.
    private static final double FADING = 0.9;

    private final BlameSettings settings;
    private final Map<SeatKey, Seat> seats = new LinkedHashMap<>();
    private final Map<CommunicatorKey, Beat> beats = new HashMap<>();
    private final Map<CommunicatorState, Seat[]> byCommunicator = new HashMap<>();
    private final Pace pace = new Pace();
    private @Nullable Seat paced;
    private boolean isTimed;
    private boolean isClocked;
    private boolean hasPulse;
    private double told;
    private double unknown;

    Ledger(BlameSettings settings) {
        this.settings = settings;
    }

    /// Takes in what a process did.
    void accept(JobState job, ProcessState process, ProcessFeed feed, long nowNanos) {
        Map<Seat, List<CommunicatorFeed>> bySeat = new LinkedHashMap<>();
        for (int entry = 0; entry < feed.communicators().size(); entry++) {
            Optional<MemberState> place = process.place(entry);
            if (place.isPresent()) {
                CommunicatorFeed communicator = feed.communicators().get(entry);
                bySeat.computeIfAbsent(seat(place.get(), communicator), key -> new ArrayList<>())
                        .add(communicator);
            }
        }
        bySeat.forEach((seat, communicators) -> {
            accept(job, seat, communicators);
            long busy = 0;
            for (CommunicatorFeed communicator : communicators) {
                busy += busyNanos(communicator);
            }
            seat.pulse().read(process.monotonicNanos(), busy, process.isWhole(), nowNanos);
            hasPulse |= busy > 0;
            if (paced == null || !paced.member().isLive()) {
                paced = seat;
            }
            if (seat == paced) {
                pace.accept(communicators, nowNanos);
            }
        });
    }

    /// Where the union of the spans is not told, the sum of the durations.
    private static long busyNanos(CommunicatorFeed feed) {
        return feed.busyNanos() > 0
                ? feed.busyNanos()
                : feed.series().stream().mapToLong(SeriesDelta::durationNanos).sum();
    }

    private Seat seat(MemberState place, CommunicatorFeed feed) {
        int worldRank = feed.identity().worldRank().orElse(-1);
        int gpu = feed.identity()
                .gpu()
                .map(GpuIdentity::index)
                .orElse(OptionalInt.empty())
                .orElse(-1);
        Seat[] members = byCommunicator.getOrDefault(place.communicator(), NOBODY);
        Seat there = place.commRank() < members.length ? members[place.commRank()] : null;
        if (there != null && there.is(place.process(), worldRank, gpu)) {
            return there;
        }
        SeatKey key = new SeatKey(place.process().key(), worldRank, gpu);
        Seat seat = seats.computeIfAbsent(key, of -> new Seat(place, worldRank, gpu));
        seat.share(place.communicator().key(), place.commRank());
        sit(place.communicator(), place.commRank(), seat);
        return seat;
    }

    private void sit(CommunicatorState communicator, int commRank, Seat seat) {
        Seat[] members = byCommunicator.getOrDefault(communicator, NOBODY);
        if (commRank >= members.length) {
            members = Arrays.copyOf(members, Math.max(commRank + 1, 2 * members.length));
            byCommunicator.put(communicator, members);
        }
        members[commRank] = seat;
    }

    /// An operation of which all ranks of a communicator told how long it took: who was there waited for the last.
    void closed(CommunicatorState communicator, Row row) {
        Seat[] members = byCommunicator.getOrDefault(communicator, NOBODY);
        for (int rank = 0; rank < Math.min(row.ranks(), members.length); rank++) {
            Seat seat = members[rank];
            if (seat != null) {
                seat.waits(row.durationNanos(rank) - row.transferNanos());
            }
        }
    }

    /// Whether the operations that are told leave too much out for what was idle to be added up, and the sums of the
    /// heartbeats are there.
    boolean isSampled(JobState job) {
        return isClocked && hasPulse && (job.sampling() > 0 || unknown > UNKNOWN_PART * told);
    }

    /// About how long a step takes; 0 while it cannot be told.
    long stepNanos(long nowNanos) {
        return pace.stepNanos(nowNanos);
    }

    /// Whether of all operations only the durations are known.
    boolean isClockless() {
        return isTimed && !isClocked;
    }

    /// Everybody who was ever heard of.
    Collection<Seat> all() {
        return seats.values();
    }

    /// Everybody who is still there.
    List<Seat> live() {
        return seats.values().stream().filter(seat -> seat.member().isLive()).toList();
    }

    private void look(OperationColumns columns) {
        for (int i = 0; i < columns.count() && !isClocked; i++) {
            isTimed |= columns.isTimed(i);
            isClocked = columns.isTimed(i) && columns.isClocked(i);
        }
        for (int i = 0; i < columns.count(); i++) {
            unknown += columns.isTimed(i) && columns.idleNanos()[i] == OperationColumns.NONE ? 1 : 0;
        }
        told += columns.count();
    }

    private void accept(JobState job, Seat seat, List<CommunicatorFeed> feeds) {
        Optional<CommunicatorState> anchor = anchor(job, seat);
        if (anchor.isPresent()) {
            Beat beat = beat(anchor.get().key());
            seat.follow(anchor.get(), beat);
            for (CommunicatorFeed feed : feeds) {
                if (CommunicatorKey.of(feed.identity()).equals(anchor.get().key())) {
                    seat.cut(feed.operations(), beat.length());
                }
            }
        }
        for (CommunicatorFeed feed : feeds) {
            if (feed.operations().isEmpty()) {
                continue;
            }
            CommunicatorKey key = CommunicatorKey.of(feed.identity());
            int commRank = feed.identity().commRank().orElse(-1);
            Share share = seat.share(key, commRank);
            for (OperationColumns columns : feed.operations()) {
                look(columns);
                if (isClockless() && columns.function().isPointToPoint()) {
                    for (int i = 0; i < columns.count(); i++) {
                        seat.waits(columns.isTimed(i) ? (double) columns.durationNanos(i) : 0);
                    }
                }
                seat.count(share, columns, isSampled(job));
                if (!columns.function().isPointToPoint()) {
                    beat(key).accept(commRank, columns);
                }
            }
        }
    }

    /// The largest of a GPU's communicators that has a beat: its ranks can be compared.
    private Optional<CommunicatorState> anchor(JobState job, Seat seat) {
        if (beats.isEmpty()) {
            return Optional.empty();
        }
        @Nullable CommunicatorState best = null;
        for (Share share : seat.shares()) {
            Beat beat = beats.get(share.communicator());
            if (beat == null || beat.length() == 0 || beat.spanNanos() > settings.spanNanosMax()) {
                continue;
            }
            Optional<CommunicatorState> communicator = job.communicator(share.communicator());
            if (communicator.isPresent()) {
                best = best == null || communicator.get().ranks() > best.ranks() ? communicator.get() : best;
            }
        }
        return Optional.ofNullable(best);
    }

    Beat beat(CommunicatorKey key) {
        return beats.computeIfAbsent(key, of -> new Beat(settings.spanNanosMin()));
    }

    /// Looks anew at all beats.
    void settle() {
        told *= FADING;
        unknown *= FADING;
        beats.values().forEach(Beat::settle);
    }

    /// All GPUs that follow a beat, by the communicator that gives it.
    Map<CommunicatorState, List<Seat>> byAnchor() {
        Map<CommunicatorState, List<Seat>> found = new LinkedHashMap<>();
        for (Seat seat : seats.values()) {
            CommunicatorState anchor = seat.anchor();
            if (anchor != null && seat.member().isLive()) {
                found.computeIfAbsent(anchor, key -> new ArrayList<>()).add(seat);
            }
        }
        return found;
    }
}
