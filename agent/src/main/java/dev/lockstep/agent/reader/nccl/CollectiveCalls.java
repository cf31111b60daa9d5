// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/// COLL lines: what each process asked for. `opCount` is hexadecimal, and stays 0 on single-node communicators since
/// 2.27. The last calls of each communicator are kept, so that they can be laid beside those of other processes:
///
/// ```
/// AllReduce: opCount 281 sendbuff 0x7f00 recvbuff 0x7f00 count 128 datatype 7 op 0 root 0 comm 0x7fa0 [nranks=4]
/// stream …
/// ```
final class CollectiveCalls implements NcclFamily {
    /// Calls kept of each communicator of a process.
    static final int CALLS_MAX = 32;

    /// Calls told of one file, shared between its communicators: the last ones of each. What others say must have room.
    private static final int CALLS_TOLD_MAX = 8192;

    private static final int COMMUNICATORS_MAX = 8192;
    private static final Set<String> COLLECTIVES =
            Set.of("AllReduce", "AllGather", "ReduceScatter", "Broadcast", "Reduce", "AlltoAll", "Gather", "Scatter");

    private final String file;
    private final Consumer<Sighting> out;
    private final InitLines inits;
    private final Map<String, Deque<Call>> byCommunicator = new LinkedHashMap<>();
    private final Map<String, String> lastCount = new LinkedHashMap<>();

    private record Call(NcclLine line, String op, String opCount) {}

    CollectiveCalls(String file, Consumer<Sighting> out, InitLines inits) {
        this.file = file;
        this.out = out;
        this.inits = inits;
    }

    @Override
    public boolean takes(NcclLine line) {
        String message = line.message();
        int colon = message.indexOf(": opCount ");
        if (colon <= 0) {
            return false;
        }
        String op = message.substring(0, colon);
        String count = word(message, ": opCount ");
        if (lastCount.size() < COMMUNICATORS_MAX || lastCount.containsKey(line.process())) {
            lastCount.put(line.process(), count);
        }
        if (COLLECTIVES.contains(op)) {
            keep(new Call(line, op, count));
        }
        return true;
    }

    private void keep(Call call) {
        String key = call.line().process() + "|" + call.line().device() + "|"
                + word(call.line().message(), " comm ");
        Deque<Call> calls = byCommunicator.get(key);
        if (calls == null) {
            if (byCommunicator.size() >= COMMUNICATORS_MAX) {
                return;
            }
            calls = new ArrayDeque<>();
            byCommunicator.put(key, calls);
        }
        if (calls.size() >= CALLS_MAX) {
            calls.removeFirst();
        }
        calls.addLast(call);
    }

    /// The count of the last call of a process, in its own digits; empty if it made none.
    String lastOf(String process) {
        return lastCount.getOrDefault(process, "");
    }

    @Override
    public void end() {
        int each = Math.max(1, CALLS_TOLD_MAX / Math.max(1, byCommunicator.size()));
        for (Deque<Call> calls : byCommunicator.values()) {
            calls.stream()
                    .skip(Math.max(0, calls.size() - each))
                    .forEach(call -> number(call.opCount()).ifPresent(count -> out.accept(seen(call, count))));
        }
        byCommunicator.clear();
    }

    private OperationSeen seen(Call call, long count) {
        String message = call.line().message();
        String size = "count " + word(message, " count ") + " datatype " + word(message, " datatype ");
        String pointer = word(message, " comm ");
        String id = inits.idOf(call.line(), pointer);
        String group = (id.isEmpty() ? pointer : OperationSeen.JOB_WIDE + id) + " " + between(message, "[nranks=", ']');
        return new OperationSeen(
                call.line().subject().withGroup(group),
                List.of(),
                call.op(),
                OptionalLong.of(count),
                size,
                OptionalInt.empty(),
                OperationSeen.State.SCHEDULED,
                "nccl",
                Optional.empty(),
                call.line().source(file),
                call.line().line().raw());
    }

    private static OptionalLong number(String hexadecimal) {
        try {
            return OptionalLong.of(Long.parseUnsignedLong(hexadecimal, 16));
        } catch (NumberFormatException damaged) {
            return OptionalLong.empty();
        }
    }

    private static String word(String text, String before) {
        int at = text.indexOf(before);
        if (at < 0) {
            return "";
        }
        int from = at + before.length();
        int to = text.indexOf(' ', from);
        return to < 0 ? text.substring(from) : text.substring(from, to);
    }

    private static String between(String text, String before, char after) {
        int at = text.indexOf(before);
        int to = at < 0 ? -1 : text.indexOf(after, at);
        return to < 0 ? "" : text.substring(at + before.length(), to);
    }
}
