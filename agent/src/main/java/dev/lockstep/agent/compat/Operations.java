// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.compat;

import dev.lockstep.core.model.OperationSeries;

/// How many operations of one kind there were, how many bytes they had, and how long those with a time took.
record Operations(long calls, long bytes, long timed, long nanos) {
    static final Operations NONE = new Operations(0, 0, 0, 0);

    static Operations of(OperationSeries series) {
        return new Operations(
                series.calls(),
                series.sizeBytes(),
                series.durations().count(),
                series.durations().sumNanos());
    }

    Operations plus(Operations that) {
        return new Operations(calls + that.calls, bytes + that.bytes, timed + that.timed, nanos + that.nanos);
    }

    /// What came since `earlier`; all of it if the counters have begun anew.
    Operations since(Operations earlier) {
        boolean anew = calls < earlier.calls || timed < earlier.timed || nanos < earlier.nanos || bytes < earlier.bytes;
        return anew
                ? this
                : new Operations(
                        calls - earlier.calls, bytes - earlier.bytes, timed - earlier.timed, nanos - earlier.nanos);
    }

    boolean isTimed() {
        return timed > 0 && nanos > 0;
    }

    double meanBytes() {
        return (double) bytes / calls;
    }

    /// Bytes of those with a time, if those without are as long.
    double timedBytes() {
        return meanBytes() * timed;
    }
}
