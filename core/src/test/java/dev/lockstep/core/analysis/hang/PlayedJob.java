// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// A job of which a test says what each rank does; four ranks a node, one heartbeat a second.
final class PlayedJob {
    static final long SECOND = 1_000_000_000L;
    private static final long WALL = 1_796_000_000L * SECOND;
    private static final int NODE_RANKS = 4;

    private record Seat(String comm, int rank) {}

    private record Entered(NcclFunction function, long ordinal, long size, int peer, boolean started, long nanos) {}

    private final int ranks;
    private final Brain brain;
    private final Map<String, int[]> comms = new LinkedHashMap<>();
    private final Map<Seat, Long> finished = new HashMap<>();
    private final Map<Seat, List<Entered>> inFlight = new HashMap<>();
    private final Map<Integer, ProcessLife> lives = new HashMap<>();
    private final Set<Integer> silent = new HashSet<>();
    private final Map<Integer, List<HardwareFact>> told = new HashMap<>();
    private final Set<Seat> unmade = new HashSet<>();
    private final Set<Seat> freed = new HashSet<>();
    private final List<NodeFeed> sent = new ArrayList<>();
    private boolean tellsStarts = true;
    private boolean sharesProcesses;
    private long nanos;
    private long batch;

    PlayedJob(int ranks) {
        this.ranks = ranks;
        this.brain = new Brain(
                BrainSettings.defaults(),
                settings -> List.<Detector>of(new HangDetector(settings.hang()), new SightDetector(settings.hang())));
    }

    PlayedJob comm(String name, int... members) {
        comms.put(name, members);
        return this;
    }

    /// All ranks have that communicator.
    PlayedJob world() {
        int[] all = new int[ranks];
        Arrays.setAll(all, rank -> rank);
        return comm("WORLD", all);
    }

    /// The ranks of a node are in one process.
    PlayedJob sharingProcesses() {
        sharesProcesses = true;
        return this;
    }

    PlayedJob withoutStarts() {
        tellsStarts = false;
        return this;
    }

    /// All members finished everything up to that ordinal.
    PlayedJob done(String comm, long ordinal) {
        for (int rank : comms.getOrDefault(comm, new int[0])) {
            finished.put(new Seat(comm, rank), ordinal);
            inFlight.remove(new Seat(comm, rank));
        }
        return this;
    }

    PlayedJob enter(String comm, long ordinal, int... members) {
        return enter(comm, NcclFunction.ALL_REDUCE, ordinal, 1 << 20, true, members);
    }

    PlayedJob enter(String comm, NcclFunction function, long ordinal, long size, boolean started, int... members) {
        for (int rank : members) {
            add(comm, rank, new Entered(function, ordinal, size, -1, started, nanos));
        }
        return this;
    }

    PlayedJob peer(String comm, NcclFunction function, long ordinal, int rank, int peer) {
        add(comm, rank, new Entered(function, ordinal, 1 << 20, peer, true, nanos));
        return this;
    }

    private void add(String comm, int rank, Entered entered) {
        inFlight.computeIfAbsent(new Seat(comm, rank), unknown -> new ArrayList<>())
                .add(entered);
    }

    PlayedJob become(ProcessLife life, int... members) {
        for (int rank : members) {
            lives.put(rank, life);
        }
        return this;
    }

    PlayedJob silence(int node) {
        silent.add(node);
        return this;
    }

    /// What the agent of a node tells of its hardware and logs from now on.
    PlayedJob tell(int node, HardwareFact... facts) {
        told.put(node, List.of(facts));
        return this;
    }

    PlayedJob hear(int node) {
        silent.remove(node);
        return this;
    }

    PlayedJob unmade(String comm, int rank) {
        unmade.add(new Seat(comm, rank));
        return this;
    }

    PlayedJob free(String comm, int rank) {
        freed.add(new Seat(comm, rank));
        return this;
    }

    /// Others than the ranks given.
    int[] but(int... members) {
        List<Integer> without = Arrays.stream(members).boxed().toList();
        int[] all = new int[ranks];
        Arrays.setAll(all, rank -> rank);
        return Arrays.stream(all).filter(rank -> !without.contains(rank)).toArray();
    }

    /// What is found after so many more seconds.
    List<Finding> after(int seconds) {
        List<Finding> findings = List.of();
        for (int i = 0; i < seconds; i++) {
            nanos += SECOND;
            batch++;
            sent.clear();
            for (int node = 0; node * NODE_RANKS < ranks; node++) {
                if (!silent.contains(node)) {
                    sent.add(feed(node));
                }
            }
            sent.forEach(feed -> brain.accept(feed, nanos));
            findings = brain.examine(nanos);
        }
        return findings;
    }

    /// The heartbeats of the last second.
    List<NodeFeed> sent() {
        return List.copyOf(sent);
    }

    Brain brain() {
        return brain;
    }

    long nanos() {
        return nanos;
    }

    private NodeFeed feed(int node) {
        List<ProcessFeed> processes = new ArrayList<>();
        for (int rank = node * NODE_RANKS; rank < Math.min(ranks, (node + 1) * NODE_RANKS); rank++) {
            processes.add(process(node, rank));
        }
        if (sharesProcesses) {
            processes = List.of(together(processes));
        }
        return new NodeFeed(
                "node-" + (char) ('a' + node),
                "agent",
                batch,
                WALL + nanos,
                nanos,
                0,
                processes,
                Map.of(),
                told.getOrDefault(node, List.of()));
    }

    private static ProcessFeed together(List<ProcessFeed> processes) {
        ProcessFeed first = processes.getFirst();
        return new ProcessFeed(
                first.key(),
                first.life(),
                first.jobId(),
                first.incarnation(),
                first.worldSize(),
                first.ncclVersion(),
                processes.stream()
                        .flatMap(process -> process.communicators().stream())
                        .toList(),
                first.losses());
    }

    private ProcessFeed process(int node, int rank) {
        List<CommunicatorFeed> own = new ArrayList<>();
        comms.forEach((name, members) -> {
            int place = Arrays.binarySearch(members, rank);
            if (place >= 0 && !unmade.contains(new Seat(name, rank))) {
                own.add(communicator(name, members, place));
            }
        });
        return new ProcessFeed(
                new ProcessKey("boot-" + node, 1_000 + rank, 7),
                lives.getOrDefault(rank, ProcessLife.RUNNING),
                "4711",
                Optional.of("life-1"),
                OptionalInt.of(ranks),
                Optional.of("2.30.7"),
                own,
                Map.of());
    }

    private CommunicatorFeed communicator(String name, int[] members, int place) {
        Seat seat = new Seat(name, members[place]);
        GpuIdentity gpu = new GpuIdentity(
                OptionalInt.of(members[place] % NODE_RANKS),
                Optional.of("GPU-%08x".formatted(members[place])),
                Optional.empty());
        CommunicatorIdentity identity = new CommunicatorIdentity(
                "%016x".formatted(name.hashCode() & 0xffffffffL),
                0,
                name,
                OptionalInt.of(place),
                OptionalInt.of(members.length),
                OptionalInt.empty(),
                OptionalInt.of(members[place]),
                Optional.of(gpu));
        List<Entered> open = inFlight.getOrDefault(seat, List.of());
        return new CommunicatorFeed(
                identity,
                freed.contains(seat),
                progress(seat, open),
                open.stream().map(this::operation).toList(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0);
    }

    private Progress progress(Seat seat, List<Entered> open) {
        OptionalLong end = finished.containsKey(seat) ? OptionalLong.of(finished.get(seat)) : OptionalLong.empty();
        OptionalLong enqueued =
                open.isEmpty() ? end : OptionalLong.of(open.getLast().ordinal());
        OptionalLong started = end;
        for (Entered entered : open) {
            started = entered.started() ? OptionalLong.of(entered.ordinal()) : started;
        }
        return new Progress(enqueued, tellsStarts ? started : OptionalLong.empty(), end, open.size());
    }

    private OperationInFlight operation(Entered entered) {
        boolean isPeer = entered.function().isPointToPoint();
        return new OperationInFlight(
                new SeriesKey(entered.function(), "RING", "SIMPLE", SizeClass.of(entered.size()), OperationKind.KERNEL),
                entered.ordinal(),
                isPeer ? OptionalLong.empty() : OptionalLong.of(entered.ordinal()),
                isPeer ? OptionalInt.of(entered.peer()) : OptionalInt.empty(),
                entered.size(),
                nanos - entered.nanos(),
                entered.started() && tellsStarts ? 4 : 0,
                0);
    }
}
