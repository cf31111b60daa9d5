// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

/// One thing that looks wrong and is not: what healthy jobs do. Nobody is to be woken for it.
public sealed interface Decoy {
    /// The word of the scenario file, for example `moving-imbalance`.
    String kind();

    /// In each step, each rank with probability `share` computes up to `factor` times as long, rarely that long.
    record MovingImbalance(double share, double factor) implements Decoy {
        @Override
        public String kind() {
            return "moving-imbalance";
        }
    }

    /// One pipeline stage computes `factor` times as long.
    record HeavyStage(int stage, double factor) implements Decoy {
        @Override
        public String kind() {
            return "heavy-stage";
        }
    }

    /// The rank number `expert` of each expert group gets and computes `factor` times as much.
    record HeavyExpert(int expert, double factor) implements Decoy {
        @Override
        public String kind() {
            return "heavy-expert";
        }
    }

    /// Before step `from` and each `every` steps later, a barrier over all ranks, to which they come after
    /// they have saved for `nanos`.
    ///
    /// @param rank who saves; {@link #ALL} for everybody
    record Checkpoint(int from, int every, long nanos, int rank) implements Decoy {
        /// Everybody saves.
        public static final int ALL = -1;

        /// Whether it is before that step.
        public boolean isBefore(int step) {
            return step >= from && (step - from) % every == 0;
        }

        @Override
        public String kind() {
            return "checkpoint";
        }
    }

    /// After step `from` and each `every` steps later, `microbatches` are only computed forward.
    record Evaluation(int from, int every, int microbatches) implements Decoy {
        /// Whether it is after that step.
        public boolean isAfter(int step) {
            return step >= from && (step - from) % every == 0;
        }

        @Override
        public String kind() {
            return "evaluation";
        }
    }

    /// The first `steps` steps compute up to `factor` times as long, each rank its own.
    record WarmUp(int steps, double factor) implements Decoy {
        @Override
        public String kind() {
            return "warm-up";
        }
    }

    /// In each step, each host with probability `share` comes up to `nanos` late, rarely that late.
    record HostPauses(double share, long nanos) implements Decoy {
        @Override
        public String kind() {
            return "host-pauses";
        }
    }

    /// All network paths have `factor` of their bandwidth from step `from` to `to`.
    record Congestion(int from, int to, double factor) implements Decoy {
        @Override
        public String kind() {
            return "congestion";
        }
    }
}
