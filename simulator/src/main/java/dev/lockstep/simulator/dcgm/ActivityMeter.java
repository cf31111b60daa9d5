// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import dev.lockstep.simulator.dcgm.Activity.Traffic;
import dev.lockstep.simulator.dcgm.Routes.Bytes;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Follows the job that the simulator plays, by generating the same job from the same scenario, and says what each GPU
/// did between two moments. Moments only go forward. Not for several threads.
final class ActivityMeter {
    private final Cluster cluster;
    private final Routes routes;
    private final Timeline timeline;
    private final Deque<StepRun> steps = new ArrayDeque<>();
    private boolean complete;
    private long generatedNanos;

    ActivityMeter(Scenario scenario) {
        this.cluster = Cluster.of(scenario);
        this.routes = new Routes(cluster.layout());
        this.timeline = new Timeline(cluster);
    }

    /// By world rank; times are true time since the job's start.
    List<Activity> between(long fromNanos, long toNanos) {
        generate(toNanos);
        while (steps.size() > 1 && steps.getFirst().endNanos() < fromNanos) {
            steps.removeFirst();
        }
        List<Activity> activities = new ArrayList<>();
        for (int rank = 0; rank < cluster.layout().ranks(); rank++) {
            activities.add(toNanos <= 0 ? Activity.IDLE : activity(rank, Math.max(0, fromNanos), toNanos));
        }
        return activities;
    }

    private void generate(long toNanos) {
        while (!complete && generatedNanos < toNanos) {
            Optional<StepRun> next = timeline.next();
            next.ifPresent(step -> {
                steps.addLast(step);
                generatedNanos = step.endNanos();
            });
            complete = next.isEmpty() || next.get().stopped();
        }
    }

    private Activity activity(int rank, long fromNanos, long toNanos) {
        long aliveUntil = Math.min(toNanos, aliveUntil(rank));
        double alive = Math.max(0, aliveUntil - fromNanos);
        if (alive == 0) {
            return Activity.IDLE;
        }
        double seconds = (toNanos - fromNanos) / 1e9;
        List<GroupRun> runs = runs(rank);
        double kernels = union(runs, fromNanos, aliveUntil);
        double moved = 0;
        Bytes bytes = Bytes.NONE;
        for (GroupRun run : runs) {
            if (run.endNanos().isPresent()) {
                long end = run.endNanos().getAsLong();
                long begin = end - run.transfer().nanos();
                double inside = overlap(begin, end, fromNanos, aliveUntil);
                moved += inside;
                bytes = bytes.plus(routes.of(run).times(inside / Math.max(1, end - begin)));
            }
        }
        double transferring = Math.min(moved, kernels);
        double whole = toNanos - fromNanos;
        return new Activity(
                (alive - kernels) / whole,
                transferring / whole,
                (kernels - transferring) / whole,
                slowdown(rank),
                new Traffic(bytes.nvlinkSent() / seconds, bytes.nvlinkReceived() / seconds),
                new Traffic(bytes.pcieSent() / seconds, bytes.pcieReceived() / seconds));
    }

    private List<GroupRun> runs(int rank) {
        return steps.stream()
                .flatMap(step -> step.byRank().get(rank).stream())
                .filter(run -> run.startNanos().isPresent())
                .sorted(Comparator.comparingLong(run -> run.startNanos().getAsLong()))
                .toList();
    }

    /// Nanoseconds in which at least one of the groups, in order of their start, is on the GPU.
    private static double union(List<GroupRun> runs, long fromNanos, long toNanos) {
        double sum = 0;
        long covered = fromNanos;
        for (GroupRun run : runs) {
            long start = Math.max(covered, run.startNanos().getAsLong());
            long end = Math.min(toNanos, run.endNanos().orElse(toNanos));
            if (end > start) {
                sum += end - start;
                covered = end;
            }
        }
        return sum;
    }

    private static double overlap(long begin, long end, long fromNanos, long toNanos) {
        return Math.max(0, Math.min(end, toNanos) - Math.max(begin, fromNanos));
    }

    /// The end of its process, if that has one: it is killed, or the job is done.
    private long aliveUntil(int rank) {
        if (!complete || steps.isEmpty()) {
            return Long.MAX_VALUE;
        }
        StepRun last = steps.getLast();
        long whenDone = last.stopped() ? Long.MAX_VALUE : last.endNanos();
        return last.killedNanos(cluster.layout().node(rank)).orElse(whenDone);
    }

    private double slowdown(int rank) {
        int step = steps.isEmpty() ? 0 : steps.getLast().step();
        return cluster.scenario().faults().stream()
                .filter(Fault.LateRank.class::isInstance)
                .map(Fault.LateRank.class::cast)
                .filter(late -> late.rank() == rank && late.fromStep() <= step && step < late.toStep())
                .mapToDouble(Fault.LateRank::factor)
                .reduce(1, (left, right) -> left * right);
    }
}
