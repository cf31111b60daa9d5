// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;

/// Runs the ranks of a job against each other, step by step. A collective ends for all when its last rank has come and
/// data has moved; a Send and a Recv when both are there. Operations of one stream follow each other.
final class Engine {
    private static final long ENQUEUE_NANOS = 8_000;
    private static final long LAUNCH_NANOS = 4_000;
    private static final double LATENCY_NANOS = 20_000;
    private static final double BYTES_PER_NANO_INSIDE = 150;
    private static final double BYTES_PER_NANO_BETWEEN = 20;
    /// What a host enqueues beyond an operation that does not get on.
    private static final int AHEAD = 6;

    private record Place(int group, long number) {}

    private record Way(int group, int from, int to) {}

    private static final class Meeting {
        private final List<Operation> there = new ArrayList<>();
        private boolean isBroken;
    }

    private static final class Path {
        private final Deque<Operation> sends = new ArrayDeque<>();
        private final Deque<Operation> receives = new ArrayDeque<>();
    }

    private final Plan plan;
    private final Load load;
    private final Programs programs;
    private final List<Worker> workers;
    private final Map<Place, Meeting> meetings = new HashMap<>();
    private final Map<Operation, Place> places = new HashMap<>();
    private final Map<Way, Path> paths = new HashMap<>();
    private final Map<Operation, Long> ends = new HashMap<>();
    private final Queue<Worker> awake = new ArrayDeque<>();
    private boolean isStopped;
    private int step;

    Engine(Plan plan) {
        this.plan = plan;
        this.load = new Load(plan);
        this.programs = new Programs(plan, load);
        this.workers = IntStream.range(0, plan.ranks())
                .mapToObj(rank -> new Worker(rank, programs.groups().size()))
                .toList();
    }

    Load load() {
        return load;
    }

    List<Group> groups() {
        return programs.groups();
    }

    List<Worker> workers() {
        return workers;
    }

    boolean isStopped() {
        return isStopped;
    }

    int step() {
        return step;
    }

    /// When the first rank begins its next step.
    long beginNanos() {
        return workers.stream().mapToLong(worker -> worker.hostNanos).min().orElse(0);
    }

    /// Runs the next step.
    void run() {
        for (Worker worker : workers) {
            List<Act> acts = programs.of(worker.rank, step);
            int calls =
                    (int) acts.stream().filter(act -> act instanceof Act.Call).count();
            worker.begin(acts, step, load.callNanos(worker.rank, step, Math.max(1, calls)));
            awake.add(worker);
        }
        for (Worker worker = awake.poll(); worker != null; worker = awake.poll()) {
            advance(worker);
        }
        step++;
        isStopped = workers.stream().anyMatch(worker -> !worker.isDone());
        if (isStopped) {
            workers.forEach(this::settle);
        }
    }

    private void advance(Worker worker) {
        while (!worker.isDone() && !worker.isHalted && worker.isFree(0)) {
            Act act = worker.acts.get(worker.next);
            switch (act) {
                case Act.Host host -> worker.hostNanos += host.nanos();
                case Act.Compute compute ->
                    worker.mainNanos = Math.max(worker.mainNanos, worker.hostNanos) + compute.nanos();
                case Act.Sync() -> worker.hostNanos = Math.max(worker.hostNanos, worker.mainNanos);
                case Act.Join join -> {
                    if (!worker.isFree(join.stream())) {
                        return;
                    }
                    Operation last = worker.last[join.stream()];
                    worker.mainNanos = Math.max(worker.mainNanos, last == null ? 0 : last.stopNanos);
                }
                case Act.Call call -> call(worker, call);
                case Act.Exchange exchange -> exchange(worker, exchange);
            }
            worker.next++;
        }
    }

    private void call(Worker worker, Act.Call call) {
        Trouble.How how = null;
        if (plan.trouble().stop().isPresent()) {
            Trouble.Stop stop = plan.trouble().stop().get();
            boolean isHere = stop.rank() == worker.rank && stop.step() == worker.step && stop.call() == worker.call;
            how = isHere ? stop.how() : null;
        }
        worker.call++;
        if (how == Trouble.How.NOT_ENTERED || how == Trouble.How.DEAD) {
            worker.isHalted = true;
            worker.diedNanos = how == Trouble.How.DEAD ? worker.mainNanos : Operation.NEVER;
            worker.next--;
            return;
        }
        NcclFunction function = call.function();
        function = how == Trouble.How.OTHER_FUNCTION ? Programs.other(function) : function;
        long bytes = how == Trouble.How.OTHER_SIZE ? 2 * call.bytes() : call.bytes();
        Operation made = make(worker, call, call.group(), function, bytes);
        Place place = new Place(call.group().index(), worker.collective(call.group()));
        Meeting meeting = meetings.computeIfAbsent(place, unseen -> new Meeting());
        meeting.isBroken |= how != null;
        if (how == Trouble.How.NOT_STARTED) {
            made.readyNanos = Operation.NEVER;
        }
        places.put(made, place);
        follow(worker, made, call.stream());
    }

    private void exchange(Worker worker, Act.Exchange exchange) {
        NcclFunction first = exchange.sendTo().length > 0 ? NcclFunction.SEND : NcclFunction.RECV;
        Operation made = make(worker, exchange, exchange.group(), first, exchange.bytes());
        made.missing = made.calls();
        follow(worker, made, exchange.stream());
    }

    private static Operation make(Worker worker, Act act, Group group, NcclFunction function, long bytes) {
        worker.hostNanos += ENQUEUE_NANOS + worker.callNanos;
        int calls = act instanceof Act.Exchange exchange ? exchange.sendTo().length + exchange.receiveFrom().length : 1;
        long[] numbers = worker.numbers(group, function, calls);
        Operation made = new Operation(worker.rank, act, group, function, bytes, numbers, worker.hostNanos);
        made.readyNanos = Math.max(worker.hostNanos + LAUNCH_NANOS, worker.mainNanos);
        worker.told.add(made);
        return made;
    }

    private void follow(Worker worker, Operation made, int stream) {
        Operation before = worker.last[stream];
        worker.last[stream] = made;
        if (before == null || before.isDone()) {
            made.readyNanos = Math.max(made.readyNanos, before == null ? 0 : before.stopNanos);
            arrive(made);
        } else {
            before.next = made;
        }
    }

    private void arrive(Operation made) {
        made.startNanos = made.readyNanos;
        if (made.startNanos == Operation.NEVER) {
            return;
        }
        if (made.what instanceof Act.Exchange exchange) {
            int own = made.group.place(made.rank);
            for (int to : exchange.sendTo()) {
                Path path = paths.computeIfAbsent(new Way(made.group.index(), own, to), unseen -> new Path());
                pair(made, path.sends, path.receives);
            }
            for (int from : exchange.receiveFrom()) {
                Path path = paths.computeIfAbsent(new Way(made.group.index(), from, own), unseen -> new Path());
                pair(made, path.receives, path.sends);
            }
        } else {
            Place place = places.remove(made);
            Meeting meeting = place == null ? null : meetings.get(place);
            if (place == null || meeting == null) {
                throw new IllegalStateException("rank " + made.rank + " came where nobody meets");
            }
            meeting.there.add(made);
            if (meeting.there.size() == made.group.size() && !meeting.isBroken) {
                meetings.remove(place);
                long begin = meeting.there.stream()
                        .mapToLong(one -> one.startNanos)
                        .max()
                        .orElseThrow();
                long end = begin + transferNanos(made, place.number());
                meeting.there.forEach(one -> end(one, end));
            }
        }
    }

    private void pair(Operation made, Deque<Operation> own, Deque<Operation> other) {
        Operation peer = other.poll();
        if (peer == null) {
            own.add(made);
            return;
        }
        long end = Math.max(made.startNanos, peer.startNanos) + transferNanos(made, made.ordinal);
        endPart(peer, end);
        endPart(made, end);
    }

    private void endPart(Operation one, long end) {
        long last = ends.merge(one, end, Math::max);
        if (--one.missing == 0) {
            ends.remove(one);
            end(one, last);
        }
    }

    private void end(Operation one, long end) {
        one.stopNanos = end;
        Worker worker = workers.get(one.rank);
        int stream = one.what instanceof Act.Call call ? call.stream() : ((Act.Exchange) one.what).stream();
        if (stream == 0) {
            worker.mainNanos = Math.max(worker.mainNanos, end);
        }
        awake.add(worker);
        Operation next = one.next;
        if (next != null) {
            one.next = null;
            next.readyNanos = next.readyNanos == Operation.NEVER ? Operation.NEVER : Math.max(next.readyNanos, end);
            arrive(next);
        }
    }

    private long transferNanos(Operation one, long number) {
        Group group = one.group;
        double speed = group.nodes() > 1 ? BYTES_PER_NANO_BETWEEN : BYTES_PER_NANO_INSIDE;
        double parts = one.what instanceof Act.Call ? 2.0 * (group.size() - 1) / group.size() : 1;
        double moved = one.bytes * parts / speed * load.transfer(group, number);
        double slow = plan.trouble().transfer(group, workers.get(one.rank).step);
        return Math.round(LATENCY_NANOS + moved * slow);
    }

    /// The job stands: hosts have enqueued a little of what follows.
    private void settle(Worker worker) {
        for (int i = worker.next, ahead = 0; i < worker.acts.size() && ahead < AHEAD && !worker.isHalted; i++) {
            Act act = worker.acts.get(i);
            if (act instanceof Act.Sync) {
                return;
            }
            if (act instanceof Act.Call call) {
                make(worker, call, call.group(), call.function(), call.bytes());
                ahead++;
            } else if (act instanceof Act.Exchange exchange) {
                make(worker, exchange, exchange.group(), NcclFunction.SEND, exchange.bytes());
                ahead++;
            }
        }
    }
}
