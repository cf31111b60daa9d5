// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import dev.lockstep.agent.flight.FlightRecord;
import dev.lockstep.agent.flight.NotedOperation;
import dev.lockstep.cli.text.TextTable;
import dev.lockstep.cli.text.Units;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.shm.OperationRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A flight record as a person reads it: who it was, how it ended, what was under way, and what had ended last.
public final class FlightText {
    private static final double NANOS = 1e9;

    private final FlightRecord record;
    private final int last;
    private final List<String> lines = new ArrayList<>();

    private FlightText(FlightRecord record, int last) {
        this.record = record;
        this.last = last;
    }

    /// The lines, with at most `last` finished operations of each communicator.
    public static List<String> of(FlightRecord record, int last) {
        FlightText text = new FlightText(record, last);
        text.addProcess();
        text.addInFlight();
        text.addHung();
        text.addCommunicators();
        text.addOperations();
        text.addCounts("lost", record.process().lost());
        text.addCounts("suspect timings", record.process().suspect());
        return List.copyOf(text.lines);
    }

    private void addProcess() {
        String rank = FlightWords.rank(record).isPresent()
                ? "rank " + FlightWords.number(FlightWords.rank(record))
                : "a rank that is not known";
        lines.add("process " + record.header().processId() + " on " + host() + ", " + rank + " of job "
                + record.process().identity().jobId());
        lines.add("  ended    " + FlightWords.ending(record));
        lines.add("  gpu      " + FlightWords.gpus(record));
        lines.add("  program  NCCL " + record.process().identity().ncclVersion().orElse("of unknown version")
                + ", profiler API v"
                + FlightWords.number(record.process().identity().profilerApi()) + ", plugin "
                + record.header().pluginVersion());
        lines.add("  times    UTC by the process' clock anchor of "
                + FlightWords.day(record.wall(record.header().anchorMonotonicNanos())));
    }

    private String host() {
        String host = record.header().host();
        return record.facts()
                .map(facts -> facts.node())
                .filter(node -> !node.isEmpty() && !node.equals(host))
                .map(node -> node + " (" + host + ")")
                .orElse(host);
    }

    private void addInFlight() {
        lines.add("");
        lines.add("in flight: " + record.inFlight().size());
        if (record.inFlight().isEmpty()) {
            return;
        }
        TextTable table = new TextTable(
                " age", "enqueued", "communicator", "operation", " bytes", " sequence", " ordinal", "channels");
        for (FlightRecord.InFlight each : record.inFlight()) {
            OperationInFlight operation = each.operation();
            table.add(
                    Units.seconds(seconds(record.age(each).map(age -> age.toNanos()))),
                    FlightWords.time(record.wall(each.enqueuedMonotonicNanos())),
                    each.communicator().id(),
                    FlightWords.operation(operation.key()),
                    Long.toString(operation.sizeBytes()),
                    number(operation.sequence()),
                    Long.toString(operation.ordinal()),
                    channels(operation.channelsStarted(), operation.channelsStopped()));
        }
        addTable(table);
    }

    private static String channels(int started, int stopped) {
        return started == 0 ? "none started" : started + " started, " + stopped + " stopped";
    }

    private void addHung() {
        List<NotedOperation> hung = record.facts().map(facts -> facts.hung()).orElse(List.of());
        if (hung.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("hung when last seen alive: " + hung.size());
        TextTable table =
                new TextTable(" age", "communicator", "operation", " bytes", " sequence", " ordinal", "channels");
        for (NotedOperation each : hung) {
            table.add(
                    Units.seconds(OptionalDouble.of(each.ageNanos() / NANOS)),
                    each.communicatorId(),
                    FlightWords.operation(each.function(), each.algorithm(), each.protocol()),
                    Long.toString(each.sizeBytes()),
                    number(each.sequence()),
                    Long.toString(each.ordinal()),
                    channels(each.channelsStarted(), each.channelsStopped()));
        }
        addTable(table);
    }

    private void addCommunicators() {
        lines.add("");
        lines.add("communicators: " + record.process().communicators().size());
        TextTable table = new TextTable("communicator", "name", " rank", " ranks", " nodes", " calls", "");
        for (CommunicatorSnapshot each : record.process().communicators()) {
            CommunicatorIdentity identity = each.identity();
            table.add(
                    identity.id(),
                    identity.name().isEmpty() ? FlightWords.ABSENT : identity.name(),
                    FlightWords.number(identity.commRank()),
                    FlightWords.number(identity.ranks()),
                    FlightWords.number(identity.nodes()),
                    Long.toString(FlightWords.calls(each)),
                    each.ended() ? "finalized" : "");
        }
        addTable(table);
    }

    private void addOperations() {
        Map<String, List<OperationRecord>> byCommunicator = record.operations().stream()
                .collect(Collectors.groupingBy(
                        operation -> operation.communicatorId().orElse("no longer known"),
                        TreeMap::new,
                        Collectors.toList()));
        byCommunicator.forEach(this::addOperations);
    }

    private void addOperations(String communicator, List<OperationRecord> all) {
        List<OperationRecord> newest = all.subList(Math.max(0, all.size() - last), all.size());
        if (newest.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("last " + newest.size() + " of " + all.size() + " recorded operations of " + communicator);
        TextTable table = new TextTable(
                "enqueued", "operation", " bytes", " sequence", " ordinal", " on the GPU", " channels", "");
        for (OperationRecord operation : newest) {
            table.add(
                    FlightWords.time(record.wall(operation.enqueuedMonotonicNanos())),
                    FlightWords.operation(operation),
                    Long.toString(operation.sizeBytes()),
                    number(operation.sequence()),
                    Long.toString(operation.ordinal()),
                    Units.seconds(seconds(duration(operation))),
                    Integer.toString(operation.channels()),
                    remark(operation));
        }
        addTable(table);
    }

    private static Optional<Long> duration(OperationRecord operation) {
        return operation.timing() == OperationRecord.Timing.TIMED
                ? Optional.of(operation.stopGpuNanos() - operation.startGpuNanos())
                : Optional.empty();
    }

    private static String remark(OperationRecord operation) {
        String timing = switch (operation.timing()) {
            case TIMED -> "";
            case SUSPECT -> "stamps cannot be true ";
            case ABSENT -> "no stamps ";
        };
        String grouping = switch (operation.grouping()) {
            case ALONE -> "";
            case FUSED -> "fused";
        };
        return (timing + grouping).strip();
    }

    private void addCounts(String what, Map<String, Long> counts) {
        String words = new TreeMap<>(counts)
                .entrySet().stream()
                        .filter(count -> count.getValue() > 0)
                        .map(count -> count.getKey() + " " + count.getValue())
                        .collect(Collectors.joining(", "));
        lines.add("");
        lines.add(what + ": " + (words.isEmpty() ? "nothing" : words));
    }

    private void addTable(TextTable table) {
        table.lines().forEach(line -> lines.add("  " + line));
    }

    private static OptionalDouble seconds(Optional<Long> nanos) {
        return nanos.map(value -> OptionalDouble.of(value / NANOS)).orElse(OptionalDouble.empty());
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : FlightWords.ABSENT;
    }
}
