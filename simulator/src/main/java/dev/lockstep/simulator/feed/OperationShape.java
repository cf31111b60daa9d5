// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.simulator.cost.Choice;

/// Operations of one communicator that are alike: what they are and what they counted since they were told.
final class OperationShape {
    private final NcclFunction function;
    private final long sizeBytes;
    private final Choice choice;
    private final SeriesKey key;
    private final ColumnsBuilder columns;
    private long calls;
    private long timedCalls;
    private long durationNanos;

    OperationShape(NcclFunction function, long sizeBytes, Choice choice, boolean toSelf, ColumnsBuilder columns) {
        this.function = function;
        this.sizeBytes = sizeBytes;
        this.choice = choice;
        this.columns = columns;
        this.key = new SeriesKey(
                function,
                choice.algorithm(),
                choice.protocol(),
                SizeClass.of(sizeBytes),
                toSelf ? OperationKind.SELF : OperationKind.KERNEL);
    }

    boolean isOf(NcclFunction otherFunction, long otherSize, boolean toSelf) {
        return function == otherFunction && sizeBytes == otherSize && toSelf == (key.kind() == OperationKind.SELF);
    }

    Choice choice() {
        return choice;
    }

    SeriesKey key() {
        return key;
    }

    ColumnsBuilder columns() {
        return columns;
    }

    void count() {
        calls++;
    }

    void countTime(long nanos) {
        timedCalls++;
        durationNanos += nanos;
    }

    boolean isSilent() {
        return calls == 0;
    }

    SeriesDelta take() {
        SeriesDelta delta = new SeriesDelta(key, calls, calls * sizeBytes, timedCalls, durationNanos);
        calls = 0;
        timedCalls = 0;
        durationNanos = 0;
        return delta;
    }
}
