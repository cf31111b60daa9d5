// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.core.model.NcclFunction;
import org.jspecify.annotations.Nullable;

/// Where a collective and where a Send or Recv keeps what both have.
public enum OperationFields {
    COLLECTIVE(Field.COLL, Field.COLL_SN, Field.COLL_SIZE, Field.COLL_TIME, Field.COLL_TIMING_SOURCE, Field.COLL_BUSBW),
    POINT_TO_POINT(Field.P2P, Field.P2P_SN, Field.P2P_SIZE, Field.P2P_TIME, Field.P2P_TIMING_SOURCE, Field.P2P_BUSBW);

    private final Field function;
    private final Field sequence;
    private final Field size;
    private final Field time;
    private final Field timingSource;
    private final Field bandwidth;

    OperationFields(Field function, Field sequence, Field size, Field time, Field timingSource, Field bandwidth) {
        this.function = function;
        this.sequence = sequence;
        this.size = size;
        this.time = time;
        this.timingSource = timingSource;
        this.bandwidth = bandwidth;
    }

    public Field function() {
        return function;
    }

    /// What a function of that name is here: a collective called Send is none that is known.
    public NcclFunction function(NcclFunction named) {
        return named.isPointToPoint() == (this == POINT_TO_POINT) ? named : NcclFunction.OTHER;
    }

    public Field sequence() {
        return sequence;
    }

    public Field size() {
        return size;
    }

    public Field time() {
        return time;
    }

    public Field timingSource() {
        return timingSource;
    }

    public Field bandwidth() {
        return bandwidth;
    }

    public String algorithm(InspectorRecord record) {
        return collectiveLabel(record.text(Field.COLL_ALGO));
    }

    public String protocol(InspectorRecord record) {
        return collectiveLabel(record.text(Field.COLL_PROTO));
    }

    private String collectiveLabel(@Nullable String label) {
        return this == COLLECTIVE ? Names.label(label) : "";
    }
}
