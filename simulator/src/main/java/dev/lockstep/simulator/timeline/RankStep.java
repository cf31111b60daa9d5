// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.program.Item;
import dev.lockstep.simulator.program.StepProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One rank's state while a step is generated: its groups in host order, its streams, its events
/// and how far its host gets.
final class RankStep {
    private static final long UNKNOWN = -1;

    private final int rank;
    private final GroupRun[] runs;
    private final List<Lane> lanes = new ArrayList<>();
    private final long[] events;
    private final int ahead;
    private long hostShift;
    /// Groups from this index on are never enqueued.
    private int hostEnd;
    /// Groups from this index on never start.
    private int gpuEnd = Integer.MAX_VALUE;

    RankStep(int rank, StepProgram program, GroupRun[] runs, int ahead, int hostEnd, long begin) {
        this.rank = rank;
        this.runs = runs;
        this.ahead = ahead;
        this.hostEnd = hostEnd;
        this.events = new long[program.events()];
        Arrays.fill(events, UNKNOWN);
        for (List<Item> items : program.streams()) {
            lanes.add(new Lane(this, items, begin));
        }
    }

    int rank() {
        return rank;
    }

    List<Lane> lanes() {
        return lanes;
    }

    GroupRun run(int hostIndex) {
        return runs[hostIndex];
    }

    List<GroupRun> runs() {
        return List.of(runs);
    }

    /// Whether a group is enqueued and its GPU comes to it.
    boolean reaches(int hostIndex) {
        return hostIndex < hostEnd && hostIndex < gpuEnd;
    }

    void stallFrom(int hostIndex) {
        gpuEnd = hostIndex;
    }

    /// When the host enqueues that group: as planned, or later if it is too far ahead of its GPU.
    long enqueue(int hostIndex) {
        long planned = runs[hostIndex].enqueueNanos() + hostShift;
        long room = hostIndex < ahead ? 0 : runs[hostIndex - ahead].start();
        hostShift += Math.max(0, room - planned);
        return Math.max(planned, room);
    }

    boolean hasEvent(int event) {
        return events[event] != UNKNOWN;
    }

    long event(int event) {
        return events[event];
    }

    void record(int event, long nanos) {
        events[event] = nanos;
    }

    boolean isComplete() {
        return Arrays.stream(runs).allMatch(GroupRun::isDone);
    }

    long end() {
        return lanes.stream().mapToLong(Lane::nanos).max().orElseThrow();
    }

    /// Names what is left when nothing moves any more. A host enqueues on until it is too far ahead
    /// or comes to the group that it never enters.
    ///
    /// @param killedNanos when the rank's process was killed, `Long.MAX_VALUE` if it was not
    void settle(long killedNanos, boolean hangs) {
        boolean killed = killedNanos != Long.MAX_VALUE;
        int firstOpen = 0;
        while (firstOpen < runs.length && runs[firstOpen].isDone()) {
            firstOpen++;
        }
        int end = Math.min(hostEnd, firstOpen + ahead);
        for (int i = firstOpen; i < runs.length; i++) {
            GroupRun run = runs[i];
            if (run.state() == GroupState.STUCK && killed) {
                run.become(GroupState.KILLED);
            } else if (run.state() == GroupState.PLANNED && i < end) {
                settlePlanned(run, killedNanos);
            }
        }
        if (hangs && hostEnd < runs.length) {
            runs[hostEnd].become(GroupState.NEVER);
        }
    }

    private void settlePlanned(GroupRun run, long killedNanos) {
        if (run.enqueueNanos() + hostShift < killedNanos) {
            run.become(GroupState.QUEUED);
        }
    }
}
