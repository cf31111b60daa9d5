// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import dev.lockstep.simulator.topology.Role;
import java.util.OptionalInt;

/// One thing that goes wrong. Steps are counted from 0; `fromStep` is in, `toStep` is out.
public sealed interface Fault {
    /// A `toStep` that never comes.
    int EVER = Integer.MAX_VALUE;

    /// First step that the fault touches.
    int fromStep();

    /// The word of the scenario file and of the truth, for example `late-rank`.
    String kind();

    /// What the fault sits on: `rank 5` or `node 1`.
    String entity();

    /// First step that the fault no longer touches; absent if it stays.
    default OptionalInt endStep() {
        int end = switch (this) {
            case LateRank late -> late.toStep();
            case LateHost late -> late.toStep();
            case SlowLink slow -> slow.toStep();
            case Hang _, Crash _ -> EVER;
        };
        return end == EVER ? OptionalInt.empty() : OptionalInt.of(end);
    }

    /// A GPU computes `factor` times as long.
    record LateRank(int rank, int fromStep, int toStep, double factor) implements Fault {
        @Override
        public String kind() {
            return "late-rank";
        }

        @Override
        public String entity() {
            return "rank " + rank;
        }
    }

    /// A host comes `delayNanos` late to each step, so its enqueues are late before its GPU is.
    record LateHost(int rank, int fromStep, int toStep, long delayNanos) implements Fault {
        @Override
        public String kind() {
            return "late-host";
        }

        @Override
        public String entity() {
            return "rank " + rank;
        }
    }

    /// The links of a rank or a whole node have `factor` of their bandwidth.
    record SlowLink(Place place, Link link, int fromStep, int toStep, double factor) implements Fault {
        @Override
        public String kind() {
            return "slow-link";
        }

        @Override
        public String entity() {
            return place.toString();
        }
    }

    /// A rank never enters its operation number `index` of that step on its communicator of `role`.
    record Hang(int rank, Role role, int index, int fromStep) implements Fault {
        @Override
        public String kind() {
            return "hang";
        }

        @Override
        public String entity() {
            return "rank " + rank;
        }
    }

    /// The processes of a node are killed in the middle of a step.
    record Crash(int node, int fromStep) implements Fault {
        @Override
        public String kind() {
            return "crash";
        }

        @Override
        public String entity() {
            return "node " + node;
        }
    }

    /// Which links are slow.
    enum Link {
        NETWORK,
        NVLINK
    }

    /// A rank or a node.
    sealed interface Place {
        /// The path of one rank's GPU.
        record OfRank(int rank) implements Place {
            @Override
            public String toString() {
                return "rank " + rank;
            }
        }

        /// Every path of a node.
        record OfNode(int node) implements Place {
            @Override
            public String toString() {
                return "node " + node;
            }
        }
    }
}
