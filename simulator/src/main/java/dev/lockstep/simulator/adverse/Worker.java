// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One rank on its way through its steps.
final class Worker {
    static final int STREAMS = 3;

    final int rank;
    final List<Operation> told = new ArrayList<>();
    private final long[][] sequences;
    private final long[] ordinals;
    private final long[] collectives;
    final @Nullable Operation[] last = new @Nullable Operation[STREAMS];
    List<Act> acts = List.of();
    int next;
    int call;
    int step;
    long callNanos;
    /// Its main stream is busy until then.
    long mainNanos;
    /// Its host is busy until then.
    long hostNanos;
    /// Its host or its process stopped there.
    boolean isHalted;
    long diedNanos = Operation.NEVER;

    Worker(int rank, int groups) {
        this.rank = rank;
        this.sequences = new long[groups][NcclFunction.values().length];
        this.ordinals = new long[groups];
        this.collectives = new long[groups];
    }

    void begin(List<Act> program, int number, long nanosEachCall) {
        acts = program;
        next = 0;
        call = 0;
        step = number;
        callNanos = nanosEachCall;
    }

    boolean isDone() {
        return next == acts.size();
    }

    /// Number of its next collective in a group, over all functions.
    long collective(Group group) {
        return collectives[group.index()]++;
    }

    /// Ordinal and sequence number of what it calls next.
    long[] numbers(Group group, NcclFunction function, int calls) {
        long ordinal = ordinals[group.index()];
        ordinals[group.index()] += calls;
        boolean isNumbered = !function.isPointToPoint();
        long sequence = isNumbered ? sequences[group.index()][NUMBERS.indexOf(function)]++ : -1;
        return new long[] {ordinal, sequence};
    }

    private static final List<NcclFunction> NUMBERS = List.of(NcclFunction.values());

    /// Everything that it started on a stream is done.
    boolean isFree(int stream) {
        Operation open = last[stream];
        return open == null || open.isDone();
    }
}
