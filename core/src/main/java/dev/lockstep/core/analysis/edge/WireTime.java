// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

/// How long steps of one network edge are on the wire, lately and at first.
///
/// @param from rank in the communicator that sends
/// @param nic the sender's NIC by NCCL's number; empty if not known
/// @param firstNanos not a number until enough steps were seen
/// @param steps of an operation
public record WireTime(int from, String nic, double nanos, double firstNanos, double steps) {
    /// Whether it can be judged by its own past.
    public boolean isKnown() {
        return !nic.isEmpty() && !Double.isNaN(firstNanos);
    }

    /// Whether it is far above its own past, by as much as an operation loses or more.
    public boolean isSlow(double lostNanosMin) {
        return nanos >= EdgeLog.FACTOR_MIN * firstNanos
                && nanos >= EdgeLog.WAIT_MIN_NANOS
                && (nanos - firstNanos) * steps >= lostNanosMin;
    }
}
