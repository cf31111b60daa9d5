// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// A job at a moment at which something in it stands: its ranks, and who of them sits where.
final class Standstill {
    private record Place(ProcessKey process, int rank) {}

    private final JobState job;
    private final long nowNanos;
    private final HangSettings settings;
    private final Map<Place, Actor> actors = new LinkedHashMap<>();
    private final Map<String, Actor> strangers = new LinkedHashMap<>();
    private final Map<CommunicatorState, List<Seat>> seats = new LinkedHashMap<>();

    private Standstill(JobState job, long nowNanos, HangSettings settings) {
        this.job = job;
        this.nowNanos = nowNanos;
        this.settings = settings;
    }

    static Standstill of(JobState job, long nowNanos, HangSettings settings) {
        Standstill standstill = new Standstill(job, nowNanos, settings);
        for (CommunicatorState communicator : job.communicators()) {
            List<Seat> row = new ArrayList<>(communicator.heard());
            for (MemberState member : communicator.members()) {
                Place place =
                        new Place(member.process().key(), member.worldRank().orElse(-1));
                Actor actor = standstill.actors.computeIfAbsent(place, unknown -> Actor.of(member));
                Seat seat = new Seat(communicator, member, actor);
                actor.sit(seat);
                row.add(seat);
            }
            standstill.seats.put(communicator, row);
        }
        return standstill;
    }

    JobState job() {
        return job;
    }

    long nowNanos() {
        return nowNanos;
    }

    HangSettings settings() {
        return settings;
    }

    Iterable<Actor> actors() {
        return actors.values();
    }

    Map<CommunicatorState, List<Seat>> seats() {
        return seats;
    }

    boolean isSeen(Actor actor) {
        return actor.isSeen(nowNanos, settings);
    }

    boolean isStill(Actor actor) {
        return actor.isStill(nowNanos, settings);
    }

    /// It is seen, does not move, and something of it is not done.
    boolean isStuck(Seat seat) {
        return isSeen(seat.actor())
                && isStill(seat.actor())
                && !seat.member().ended()
                && seat.stuckNanos(nowNanos) >= settings.stillNanos();
    }

    /// Processes that live, are seen and sit nowhere yet.
    List<ProcessState> withoutSeat() {
        Set<ProcessKey> seated = new HashSet<>();
        actors.keySet().forEach(place -> seated.add(place.process()));
        return job.processes().stream()
                .filter(process -> process.life() == ProcessLife.RUNNING)
                .filter(process -> nowNanos - process.heardNanos() <= settings.unseenNanos())
                .filter(process -> !seated.contains(process.key()))
                .toList();
    }

    /// The rank of the job with that number, if it sits anywhere.
    Optional<Actor> actor(int worldRank) {
        return actors.values().stream()
                .filter(actor -> actor.entity().rank().equals(OptionalInt.of(worldRank)))
                .findFirst();
    }

    /// A place of which nothing was heard: the rank that must sit there if it is known from elsewhere, or a stranger.
    Actor unheard(List<Seat> row, CommunicatorState communicator, int commRank) {
        OptionalInt rank = worldRank(row, commRank);
        Optional<Actor> known = rank.isPresent() ? actor(rank.getAsInt()) : Optional.empty();
        if (known.isPresent()) {
            return known.get();
        }
        String place = rank.isPresent() ? "rank " + rank.getAsInt() : communicator.key() + " " + commRank;
        return strangers.computeIfAbsent(place, unknown -> stranger(rank, commRank));
    }

    private Actor stranger(OptionalInt rank, int commRank) {
        List<ProcessState> waiting = withoutSeat();
        boolean isOne = waiting.size() == 1 && strangers.isEmpty();
        return isOne ? Actor.of(waiting.getFirst(), rank) : Actor.unheard(rank, commRank);
    }

    /// The world rank of a place in a communicator as the others lie: `a + b × place`; absent where they lie otherwise.
    static OptionalInt worldRank(List<Seat> row, int commRank) {
        List<Seat> known = row.stream()
                .filter(seat -> seat.member().worldRank().isPresent())
                .toList();
        if (known.size() < 2) {
            return OptionalInt.empty();
        }
        MemberState first = known.getFirst().member();
        MemberState last = known.getLast().member();
        int distance = last.commRank() - first.commRank();
        int ranks = last.worldRank().orElse(0) - first.worldRank().orElse(0);
        if (distance == 0 || ranks % distance != 0) {
            return OptionalInt.empty();
        }
        int stride = ranks / distance;
        int from = first.worldRank().orElse(0) - first.commRank() * stride;
        boolean isRegular = known.stream()
                .allMatch(seat -> seat.member().worldRank().orElse(0)
                        == from + seat.member().commRank() * stride);
        int rank = from + commRank * stride;
        return isRegular && rank >= 0 ? OptionalInt.of(rank) : OptionalInt.empty();
    }
}
