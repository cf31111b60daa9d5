// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

import java.util.Locale;
import java.util.OptionalInt;

/// What holds the network part of a communicator up: one edge, or all edges of one rank.
///
/// @param from rank in the communicator that sends
/// @param to rank that receives
/// @param endpoint the one rank that several slow edges share
/// @param nic the sender's NIC by NCCL's number; empty if not known
/// @param nanos what a step waits there
/// @param usualNanos what it waits elsewhere, or waited before
/// @param steps of an operation
public record SlowEdge(
        int from,
        int to,
        OptionalInt endpoint,
        Holder holder,
        String nic,
        double nanos,
        double usualNanos,
        double steps) {
    /// What an operation loses there. Steps wait beside each other, so that it is more than what the operation takes
    /// longer.
    public double lostNanos() {
        return (nanos - usualNanos) * steps;
    }

    /// How many times the usual it is.
    public double factor() {
        return nanos / Math.max(1, usualNanos);
    }

    /// One sentence for a person.
    public String sentence() {
        String where = endpoint.isPresent()
                ? "The slow network edges are those of communicator rank %d".formatted(endpoint.getAsInt())
                : "The slow network edge is communicator rank %d to %d".formatted(from, to);
        String over = nic.isEmpty() ? "" : " over NIC " + nic;
        return String.format(
                Locale.ROOT,
                "%s%s: a step waits %.0f µs against %.0f µs, and %s holds it.",
                where,
                over,
                nanos / 1e3,
                usualNanos / 1e3,
                holder.words());
    }
}
