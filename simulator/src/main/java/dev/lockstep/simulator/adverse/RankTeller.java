// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.IdleMeter;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Tells what one rank did as the agent of its node reads it.
final class RankTeller {
    private final Plan plan;
    private final Worker worker;
    private final long hostClock;
    private final long gpuClock;
    private final double gpuRate;
    private final ProcessKey key;
    private final IdleMeter idle = new IdleMeter();
    private final Map<Integer, GroupTally> tallies = new LinkedHashMap<>();
    private boolean isEndTold;

    RankTeller(Plan plan, Worker worker, List<Group> groups, Load load) {
        this.plan = plan;
        this.worker = worker;
        int node = worker.rank / plan.gpus();
        int local = worker.rank % plan.gpus();
        this.hostClock = load.clockNanos(0, node) + Math.round(plan.startSeconds() * 1e9);
        this.gpuClock = load.clockNanos(1, worker.rank);
        this.gpuRate = load.clockRate(worker.rank);
        long life = Math.round(plan.startSeconds() * 100);
        this.key = new ProcessKey("boot-" + node, 20_000 + life + local, life + local);
        GpuIdentity gpu =
                new GpuIdentity(OptionalInt.of(local), Optional.of(AdverseCluster.gpu(node, local)), Optional.empty());
        for (Group group : groups) {
            int place = group.place(worker.rank);
            if (place >= 0) {
                CommunicatorIdentity identity = new CommunicatorIdentity(
                        AdverseCluster.id(group.hash()),
                        0,
                        group.name(),
                        OptionalInt.of(place),
                        OptionalInt.of(group.size()),
                        OptionalInt.of(group.nodes()),
                        plan.isNamed() ? OptionalInt.of(worker.rank) : OptionalInt.empty(),
                        Optional.of(gpu));
                tallies.put(group.index(), new GroupTally(group, identity, plan.sampling()));
            }
        }
    }

    /// What it did until that moment since it was told last.
    ///
    /// @param isFirst whether its agent has just come: what is over then is not known to it
    ProcessFeed until(long now, boolean isFirst) {
        boolean isDead = worker.diedNanos <= now;
        List<CommunicatorFeed> communicators = isEndTold ? List.of() : communicators(now, isFirst);
        isEndTold = isDead;
        return feed(isDead, communicators);
    }

    /// It was ended from outside.
    ProcessFeed killed() {
        return feed(true, List.of());
    }

    private ProcessFeed feed(boolean isDead, List<CommunicatorFeed> communicators) {
        return new ProcessFeed(
                key,
                isDead ? ProcessLife.GONE : ProcessLife.RUNNING,
                "adverse-" + plan.seed(),
                plan.isNamed() ? Optional.of("life-" + Math.round(plan.startSeconds())) : Optional.empty(),
                plan.isNamed() ? OptionalInt.of(plan.ranks()) : OptionalInt.empty(),
                Optional.of("2.29.3"),
                communicators,
                Map.of());
    }

    private List<CommunicatorFeed> communicators(long now, boolean isFirst) {
        List<Operation> done = new ArrayList<>();
        for (Operation each : worker.told) {
            if (each.enqueueNanos <= now) {
                tally(each).reach(each, now);
                if (each.stopNanos <= now) {
                    done.add(each);
                }
            }
        }
        worker.told.removeIf(each -> each.stopNanos <= now);
        done.sort(Comparator.comparingLong(each -> each.startNanos));
        for (Operation each : done) {
            if (!isFirst) {
                long start = gpuNanos(each.startNanos);
                long stop = gpuNanos(each.stopNanos);
                tally(each).finish(each, hostClock + each.enqueueNanos, start, stop, idle.idleBefore(start, stop));
            }
        }
        return tallies.values().stream().map(GroupTally::tell).toList();
    }

    private GroupTally tally(Operation of) {
        GroupTally tally = tallies.get(of.group.index());
        if (tally == null) {
            throw new IllegalStateException("rank " + worker.rank + " is not in " + of.group);
        }
        return tally;
    }

    private long gpuNanos(long nanos) {
        return gpuClock + Math.round(nanos * gpuRate);
    }
}
