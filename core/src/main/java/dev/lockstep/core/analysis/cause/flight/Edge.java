// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

/// One rank waits for another.
///
/// @param waiter world rank that has entered and waits
/// @param target world rank that it waits for
/// @param sequence number of the collective, or of the point-to-point operation
/// @param operation `all_reduce`, `send 4->28 (group ranks 0->3)`
/// @param createdNanos when the waiter handed it over; the largest number if that is not known
record Edge(int waiter, int target, Kind kind, GroupView group, long sequence, String operation, long createdNanos) {
    /// Why it waits.
    enum Kind {
        /// The target never entered the operation.
        NOT_ENTERED,
        /// The target's GPU did not finish what the waiter's has finished.
        STALLED,
        /// Nothing is known of the target: it left no dump.
        UNSEEN
    }

    boolean isPointToPoint() {
        return operation.contains("->") || operation.contains("<-");
    }
}
