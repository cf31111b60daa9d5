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
            case LateNode late -> late.toStep();
            case SlowLink slow -> slow.toStep();
            case SlowChannel slow -> slow.toStep();
            case SlowTrend _, Stop _, Crash _, Kill _, StuckSetup _ -> EVER;
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

    /// All GPUs of a node compute `factor` times as long.
    record LateNode(int node, int fromStep, int toStep, double factor) implements Fault {
        @Override
        public String kind() {
            return "late-node";
        }

        @Override
        public String entity() {
            return "node " + node;
        }
    }

    /// A GPU computes longer from step to step, until at `fullStep` it is `factor` times as long, which stays.
    record SlowTrend(int rank, int fromStep, int fullStep, double factor) implements Fault {
        @Override
        public String kind() {
            return "slow-trend";
        }

        @Override
        public String entity() {
            return "rank " + rank;
        }

        /// How many times as long it computes in a step.
        public double factorAt(int step) {
            double share = (step - fromStep + 1) / (double) Math.max(1, fullStep - fromStep + 1);
            return 1 + (factor - 1) * Math.clamp(share, 0.0, 1.0);
        }
    }

    /// The links of a rank, a whole node or a rail have `factor` of their bandwidth.
    ///
    /// @param holder what holds the data up there; inside a node always the wire
    record SlowLink(Place place, Link link, Holder holder, int fromStep, int toStep, double factor) implements Fault {
        /// A wire that is slow.
        public SlowLink(Place place, Link link, int fromStep, int toStep, double factor) {
            this(place, link, Holder.WIRE, fromStep, toStep, factor);
        }

        @Override
        public String kind() {
            return "slow-link";
        }

        @Override
        public String entity() {
            return place.toString();
        }
    }

    /// One channel of every communicator over the network that a rank is in has `factor` of its bandwidth.
    record SlowChannel(int rank, int channel, int fromStep, int toStep, double factor) implements Fault {
        @Override
        public String kind() {
            return "slow-channel";
        }

        @Override
        public String entity() {
            return "rank " + rank + " channel " + channel;
        }
    }

    /// At operation number `index` of that step on its communicator of `role`, everything ends for a rank.
    record Stop(Form form, int rank, Role role, int index, int fromStep) implements Fault {
        @Override
        public String kind() {
            return form.kind();
        }

        @Override
        public String entity() {
            return form == Form.STUCK_TRANSFER ? role.prefix() + " of rank " + rank : "rank " + rank;
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

    /// The process of a rank is killed in the middle of a step.
    record Kill(int rank, int fromStep) implements Fault {
        @Override
        public String kind() {
            return "kill";
        }

        @Override
        public String entity() {
            return "rank " + rank;
        }
    }

    /// A rank never makes its communicator of that role, for which the others of it wait; before step 0.
    record StuckSetup(int rank, Role role) implements Fault {
        @Override
        public int fromStep() {
            return 0;
        }

        @Override
        public String kind() {
            return "stuck-setup";
        }

        @Override
        public String entity() {
            return "rank " + rank;
        }
    }

    /// How it ends for a rank.
    enum Form {
        /// Its host never enters the operation.
        HANG("hang"),
        /// It enters another function in its place.
        MISMATCHED_FUNCTION("mismatched-function"),
        /// It enters the operation with half the size.
        MISMATCHED_SIZE("mismatched-size"),
        /// Its host enqueues, its GPU starts neither that operation nor any later one.
        GPU_STALL("gpu-stall"),
        /// All ranks enter, no data moves.
        STUCK_TRANSFER("stuck-transfer");

        private final String kind;

        Form(String kind) {
            this.kind = kind;
        }

        /// The word of the scenario file.
        public String kind() {
            return kind;
        }
    }

    /// Which links are slow.
    enum Link {
        NETWORK,
        NVLINK
    }

    /// What holds the data of a slow link up.
    enum Holder {
        /// The GPU of the rank makes what it sends late, and takes late what it received.
        SENDER("its GPU"),
        /// The way between two NICs.
        WIRE("the wire"),
        /// The host of the rank gives senders room late.
        RECEIVER("its host");

        private final String words;

        Holder(String words) {
            this.words = words;
        }

        /// Of the rank, in words.
        public String words() {
            return words;
        }
    }

    /// A rank, a node or a rail.
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

        /// The path of the GPU of that number of every node.
        record OfRail(int rail) implements Place {
            @Override
            public String toString() {
                return "rail " + rail;
            }
        }
    }
}
