// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.cause.flight.FlightDump.Condition;
import dev.lockstep.core.analysis.cause.flight.FlightEntry.Sizes;
import dev.lockstep.core.analysis.cause.flight.GroupView.Progress;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.Membership;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.Operation;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// The flight records of one life of a job as the groups that dumps of the Flight Recorder make.
///
/// Ordinals count Sends and Recvs too, whose number differs between ranks; where a communicator has some, collectives
/// are compared by NCCL's numbers, each function as a group of its own. A process of which only the rank in its widest
/// communicator is known is called by that one.
final class RecordGroups {
    /// From this age on an operation hangs: that of the agent, which notes such operations.
    static final long HUNG_NANOS = 30_000_000_000L;

    /// A communicator that claims to have more ranks is not believed.
    static final int RANKS_MAX = 1 << 20;

    private static final String SEND = "Send";
    private static final String RECV = "Recv";

    private final Map<Integer, ProcessRecord> byRank = new TreeMap<>();
    private final Map<String, GroupView> views = new LinkedHashMap<>();
    private final Set<String> incomplete = new TreeSet<>();

    RecordGroups(List<ProcessRecord> records) {
        records.forEach(record -> rank(record).ifPresent(rank -> byRank.putIfAbsent(rank, record)));
        Map<String, List<Integer>> members = members();
        Set<String> mixed = new TreeSet<>();
        byRank.values().stream()
                .flatMap(record -> record.memberships().stream())
                .filter(each -> each.operations().stream().anyMatch(RecordGroups::isPointToPoint))
                .forEach(each -> mixed.add(each.id()));
        byRank.forEach((rank, record) -> record.memberships().forEach(each -> {
            List<Integer> of = members.getOrDefault(each.id(), List.of());
            if (mixed.contains(each.id())) {
                addMixed(rank, each, of);
            } else {
                add(rank, each, of);
            }
        }));
    }

    /// By world rank.
    Map<Integer, ProcessRecord> byRank() {
        return byRank;
    }

    /// As the judges of dumps want them.
    FlightGroups groups() {
        Map<Integer, FlightDump> dumps = new TreeMap<>();
        byRank.forEach((rank, record) -> dumps.put(
                rank,
                new FlightDump(
                        record.source(),
                        OptionalInt.of(rank),
                        "",
                        List.of(),
                        List.of(),
                        List.of(),
                        Condition.READ,
                        "")));
        return new FlightGroups(dumps, views);
    }

    /// Whether some members of the group have no record.
    boolean isIncomplete(String group) {
        return incomplete.contains(group);
    }

    static boolean isHung(Operation operation) {
        return operation.state() != State.FINISHED && operation.ageNanos().orElse(0) >= HUNG_NANOS;
    }

    static boolean isHung(ProcessRecord record) {
        return record.memberships().stream()
                .flatMap(each -> each.operations().stream())
                .anyMatch(RecordGroups::isHung);
    }

    static OptionalInt rank(ProcessRecord record) {
        return record.rank().isPresent()
                ? record.rank()
                : record.widest().map(Membership::commRank).orElse(OptionalInt.empty());
    }

    private static boolean isPointToPoint(Operation operation) {
        return operation.function().equals(SEND) || operation.function().equals(RECV);
    }

    /// World ranks in the order of the communicator, where all are known.
    private Map<String, List<Integer>> members() {
        Map<String, Map<Integer, Integer>> known = new TreeMap<>();
        Map<String, Integer> sizes = new TreeMap<>();
        byRank.forEach((rank, record) -> record.memberships().forEach(each -> {
            each.commRank()
                    .ifPresent(own -> known.computeIfAbsent(each.id(), id -> new TreeMap<>())
                            .put(own, rank));
            sizes.merge(each.id(), each.size().orElse(0), Math::max);
        }));
        Map<String, List<Integer>> members = new TreeMap<>();
        sizes.forEach((id, size) -> {
            Map<Integer, Integer> ranks = known.getOrDefault(id, Map.of());
            if (ranks.size() != size) {
                incomplete.add(id);
            }
            boolean isWhole = size > 0 && ranks.size() == size;
            boolean isWorld = size > 0
                    && size <= RANKS_MAX
                    && ranks.entrySet().stream().allMatch(each -> each.getKey().equals(each.getValue()))
                    && size >= sizes.values().stream().max(Integer::compare).orElse(0);
            if (isWhole || isWorld) {
                members.put(
                        id,
                        IntStream.range(0, size)
                                .mapToObj(own -> ranks.getOrDefault(own, own))
                                .toList());
            }
        });
        return members;
    }

    private GroupView view(String name, Membership membership, List<Integer> members) {
        return views.computeIfAbsent(name, key -> new GroupView(name, membership.name(), members));
    }

    private void add(int rank, Membership membership, List<Integer> members) {
        GroupView view = view(membership.id(), membership, members);
        long oldest = membership.operations().stream()
                .filter(RecordGroups::isHung)
                .mapToLong(Operation::ordinal)
                .min()
                .orElse(Long.MAX_VALUE);
        long enqueued =
                membership.operations().stream().mapToLong(Operation::ordinal).reduce(membership.enqueued(), Math::max);
        view.add(rank, new Progress(enqueued, -1, oldest == Long.MAX_VALUE ? enqueued : oldest - 1));
        membership.operations().forEach(each -> view.add(rank, entry(each, each.ordinal(), membership)));
    }

    private void addMixed(int rank, Membership membership, List<Integer> members) {
        Map<String, List<Operation>> byFunction = new TreeMap<>();
        for (Operation operation : membership.operations()) {
            if (isPointToPoint(operation)) {
                GroupView view = view(membership.id(), membership, members);
                view.add(rank, new Progress(-1, -1, -1));
                if (operation.state() != State.FINISHED) {
                    view.add(rank, entry(operation, operation.ordinal(), membership));
                }
            } else if (operation.sequence().isPresent()) {
                byFunction
                        .computeIfAbsent(operation.function(), key -> new ArrayList<>())
                        .add(operation);
            }
        }
        byFunction.forEach((function, operations) -> {
            String name = membership.id() + " " + function;
            if (isIncomplete(membership.id())) {
                incomplete.add(name);
            }
            GroupView view = view(name, membership, members);
            long last = Long.MIN_VALUE;
            long oldest = Long.MAX_VALUE;
            for (Operation operation : operations) {
                long number = operation.sequence().orElse(0);
                last = Math.max(last, number);
                oldest = isHung(operation) ? Math.min(oldest, number) : oldest;
                view.add(rank, entry(operation, number, membership));
            }
            view.add(rank, new Progress(last, -1, oldest == Long.MAX_VALUE ? last : oldest - 1));
        });
    }

    private static FlightEntry entry(Operation operation, long number, Membership membership) {
        boolean isPoint = isPointToPoint(operation);
        String name = operation.function();
        if (isPoint) {
            int own = membership.commRank().orElse(0);
            int peer = operation.peer().orElse(own);
            name = operation.function().equals(SEND) ? "send " + own + "->" + peer : "recv " + own + "<-" + peer;
        }
        return new FlightEntry(
                0,
                membership.id(),
                membership.name(),
                isPoint ? -1 : number,
                isPoint ? number : -1,
                name,
                new Sizes("[" + operation.bytes() + " bytes]", ""),
                "",
                state(operation),
                isPoint,
                operation.ageNanos().isPresent() ? -operation.ageNanos().getAsLong() : Long.MAX_VALUE);
    }

    private static FlightEntry.State state(Operation operation) {
        return switch (operation.state()) {
            case FINISHED -> FlightEntry.State.COMPLETED;
            case STARTED -> FlightEntry.State.STARTED;
            case ENQUEUED -> FlightEntry.State.SCHEDULED;
        };
    }
}
