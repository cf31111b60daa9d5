// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.IdleMeter;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.simulator.dcgm.SimulatedGpu;
import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.GroupState;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The process of one rank: its groups that are not told to their end yet, in the order of its host. All
/// times are nanoseconds since the job's start.
final class RankFeed {
    /// How long the agent goes on telling of a process that is no more.
    private static final long GRACE_NANOS = 120_000_000_000L;

    private final int rank;
    private final int node;
    private final FeedSettings settings;
    private final ProcessKey key;
    private final int worldSize;
    private final Noise noise;
    private final IdleMeter idle = new IdleMeter();
    private final List<CommunicatorTally> tallies = new ArrayList<>();
    private final List<GroupRun> open = new ArrayList<>();
    private long knownUntil;
    private long endNanos;
    private boolean frees;
    private boolean endIsTold;
    private boolean isOver;
    private long lost;

    RankFeed(Cluster cluster, int rank, FeedSettings settings) {
        this.rank = rank;
        this.node = cluster.layout().node(rank);
        this.settings = settings;
        this.frees = settings.end().frees();
        this.endNanos = settings.end().killedNanos().applyAsLong(rank);
        this.worldSize = cluster.layout().ranks();
        this.noise = cluster.noise();
        int local = cluster.layout().localRank(rank);
        long startTicks = settings.startNanos() / 10_000_000 + local;
        this.key = new ProcessKey("boot-" + node, 1_000 + startTicks % 100_000, startTicks);
        SimulatedGpu device = SimulatedGpu.of(node, local);
        GpuIdentity gpu =
                new GpuIdentity(OptionalInt.of(local), Optional.of(device.uuid()), Optional.of(device.pciBusId()));
        OperationTelling telling = new OperationTelling(
                cluster,
                GpuClock.of(cluster, rank, NodeAgents.EPOCH_NANOS + settings.startNanos()),
                NodeAgents.monotonicNanos(noise, node, settings.startNanos()),
                settings);
        for (Communicator communicator : made(cluster, rank)) {
            tallies.add(new CommunicatorTally(communicator, rank, gpu, telling));
        }
    }

    /// The communicators that a rank has: all, or those up to one that is never made, which its members see
    /// and the rank that they wait for does not.
    private static List<Communicator> made(Cluster cluster, int rank) {
        List<Communicator> all = cluster.communicators().of(rank);
        for (Fault fault : cluster.scenario().faults()) {
            for (int i = 0; i < all.size(); i++) {
                if (fault instanceof Fault.StuckSetup(int culprit, Role role)
                        && all.get(i).role() == role
                        && all.get(i).commRank(culprit) >= 0) {
                    return all.subList(0, culprit == rank ? i : i + 1);
                }
            }
        }
        return all;
    }

    int rank() {
        return rank;
    }

    int node() {
        return node;
    }

    /// Whether all that happens until then is known, as far as it ever will be.
    boolean isKnownUntil(long now) {
        return isOver || now < knownUntil || endNanos <= knownUntil;
    }

    boolean isOver() {
        return isOver;
    }

    int openGroups() {
        return open.size();
    }

    /// The next step of this rank; `killed` if its process is killed in it.
    void take(List<GroupRun> runs, OptionalLong killed) {
        for (GroupRun run : runs) {
            if (run.state() != GroupState.NEVER) {
                open.add(run);
            }
            knownUntil = Math.max(knownUntil, run.endNanos().orElse(run.enqueueNanos()));
        }
        if (killed.isPresent() && killed.getAsLong() < endNanos) {
            endNanos = killed.getAsLong();
            frees = false;
        }
    }

    /// No step comes any more.
    void endAfter(long nanos) {
        endNanos = Math.min(endNanos, nanos + settings.end().lingerNanos().applyAsLong(rank));
    }

    /// What to tell of it at that moment; nothing when its end was told for long enough.
    Optional<ProcessFeed> until(long now) {
        if (isOver) {
            return Optional.empty();
        }
        boolean ended = now >= endNanos;
        boolean toldBefore = endIsTold;
        endIsTold = ended;
        isOver = ended && now - endNanos >= GRACE_NANOS;
        List<CommunicatorFeed> communicators = toldBefore ? List.of() : communicators(Math.min(now, endNanos), ended);
        Map<String, Long> losses = lost > 0 ? Map.of("overwritten", lost) : Map.of();
        lost = 0;
        return Optional.of(new ProcessFeed(
                key,
                life(ended),
                settings.jobId(),
                settings.incarnation(),
                OptionalInt.of(worldSize),
                Optional.of("2.30.7"),
                communicators,
                losses));
    }

    private List<CommunicatorFeed> communicators(long now, boolean ended) {
        collect(now);
        List<CommunicatorFeed> communicators = new ArrayList<>(tallies.size());
        for (CommunicatorTally tally : tallies) {
            communicators.add(tally.tell(now, ended && frees));
        }
        return communicators;
    }

    private ProcessLife life(boolean ended) {
        if (!ended) {
            return ProcessLife.RUNNING;
        }
        return frees ? ProcessLife.ENDED : ProcessLife.GONE;
    }

    /// Counts what was enqueued, what began and what ended until then.
    private void collect(long now) {
        List<GroupRun> ended = new ArrayList<>();
        int kept = 0;
        for (int i = 0; i < open.size(); i++) {
            GroupRun run = open.get(i);
            boolean isDone = false;
            if (run.enqueueNanos() <= now) {
                isDone = tally(run).reach(run, now);
            }
            if (isDone) {
                ended.add(run);
            } else {
                open.set(kept++, run);
            }
        }
        open.subList(kept, open.size()).clear();
        // As the agent does it with what it finds in one reading.
        ended.sort(Comparator.comparingLong(run -> run.startNanos().orElseThrow()));
        for (GroupRun run : ended) {
            finish(run);
        }
    }

    private void finish(GroupRun run) {
        CommunicatorTally tally = tally(run);
        if (loses(run)) {
            tally.finish(run, Optional.empty());
            idle.forget();
            lost += run.launch().calls().size();
        } else {
            tally.finish(run, Optional.of(idle));
        }
    }

    private boolean loses(GroupRun run) {
        return settings.recordLoss() > 0
                && noise.uniform(Draw.RECORD_LOSS, rank, run.numbering().operation(), 0) < settings.recordLoss();
    }

    private CommunicatorTally tally(GroupRun run) {
        Communicator communicator = run.launch().communicator();
        for (CommunicatorTally tally : tallies) {
            if (tally.communicator() == communicator) {
                return tally;
            }
        }
        throw new IllegalStateException("rank " + rank + " is not in " + communicator);
    }
}
