// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

/// Everything that decides a job.
///
/// @param stepSeconds what a rank computes in a step
/// @param microsteps batches of a step
/// @param layers of the model, or of a stage
/// @param isNamed whether ranks and communicators tell their numbers and names, and the job its life
/// @param sampling the k that single operations are kept by
/// @param startSeconds when it starts
public record Plan(
        Style style,
        int nodes,
        int gpus,
        long seed,
        double stepSeconds,
        int microsteps,
        int layers,
        boolean isNamed,
        int sampling,
        double startSeconds,
        Unrest unrest,
        Trouble trouble) {
    /// How many ranks it has.
    public int ranks() {
        return nodes * gpus;
    }

    /// The same with another fault.
    public Plan with(Trouble other) {
        return new Plan(
                style,
                nodes,
                gpus,
                seed,
                stepSeconds,
                microsteps,
                layers,
                isNamed,
                sampling,
                startSeconds,
                unrest,
                other);
    }

    /// For the names of cases: `5x8-sharded`.
    public String label() {
        return nodes + "x" + gpus + "-" + style.word() + (isNamed ? "" : "-unnamed");
    }
}
