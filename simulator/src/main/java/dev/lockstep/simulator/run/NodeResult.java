// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import java.util.Locale;

/// What a node played.
///
/// @param outcome how it came to an end
/// @param ranks ranks of the node
/// @param steps steps of the cluster that were played
/// @param operations operations of the node's ranks in them
/// @param unfinished those that never ended
public record NodeResult(
        Outcome outcome, int node, int ranks, int steps, long operations, long unfinished, String plugin, int api) {
    /// Why a node stopped.
    public enum Outcome {
        /// All steps of the scenario.
        FINISHED,
        /// It was told to, or its time was over.
        STOPPED,
        /// Its ranks wait for ever.
        STUCK,
        /// Its processes are killed by the scenario; nobody sees this result.
        KILLED
    }

    /// `node 0: finished; 8 ranks, 100 steps, 52345 operations, 0 unfinished; plugin lockstep, API v7`.
    public String summary() {
        return "node %d: %s; %d ranks, %d steps, %d operations, %d unfinished; plugin %s, API v%d"
                .formatted(
                        node,
                        outcome.name().toLowerCase(Locale.ROOT),
                        ranks,
                        steps,
                        operations,
                        unfinished,
                        plugin,
                        api);
    }
}
