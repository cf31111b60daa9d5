// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.program.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One GPU stream of one rank in a step: where it is in its items and at which time.
final class Lane {
    private final RankStep owner;
    private final List<Item> items;
    private long nanos;
    private int next;
    private @Nullable GroupRun running;

    Lane(RankStep owner, List<Item> items, long begin) {
        this.owner = owner;
        this.items = items;
        this.nanos = begin;
    }

    RankStep owner() {
        return owner;
    }

    long nanos() {
        return nanos;
    }

    /// Does what it can until it must wait for another rank or stream, or is through.
    void advance(StepGenerator step) {
        while (settleRunning() && next < items.size()) {
            if (!perform(items.get(next), step)) {
                return;
            }
            next++;
        }
    }

    /// False while a group is still running.
    private boolean settleRunning() {
        if (running == null) {
            return true;
        }
        if (running.endNanos().isEmpty()) {
            return false;
        }
        nanos = running.endNanos().getAsLong();
        running = null;
        return true;
    }

    private boolean perform(Item item, StepGenerator step) {
        return switch (item) {
            case Item.Compute compute -> {
                nanos += step.computeNanos(owner.rank(), compute);
                yield true;
            }
            case Item.Launch launch -> launch(launch, step);
            case Item.Mark(int event) -> {
                owner.record(event, nanos);
                owner.lanes().stream().filter(lane -> lane != this).forEach(step::wake);
                yield true;
            }
            case Item.Await(int event) -> await(event);
        };
    }

    private boolean await(int event) {
        if (!owner.hasEvent(event)) {
            return false;
        }
        nanos = Math.max(nanos, owner.event(event));
        return true;
    }

    private boolean launch(Item.Launch launch, StepGenerator step) {
        if (!owner.reaches(launch.hostIndex())) {
            return false;
        }
        long enqueue = owner.enqueue(launch.hostIndex());
        long start = Math.max(nanos, enqueue + step.launchNanos());
        if (start >= step.killedNanos(owner.rank())) {
            return false;
        }
        GroupRun run = owner.run(launch.hostIndex());
        run.start(enqueue, start);
        running = run;
        step.arrive(run, this);
        return true;
    }
}
