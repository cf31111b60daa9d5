// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;

/// Timed steps of one edge, as its sender and its receiver tell of them: lately and at first.
final class EdgeSums {
    private static final double BASELINE_STEPS = 64;

    private final Side sender = new Side();
    private final Side receiver = new Side();
    private Network network = Network.UNTOLD;
    private long operations;
    private long allSteps;

    /// What its first steps took.
    private static final class First {
        private double steps;
        private double gpu;
        private double peer;
        private double wire;

        void add(ConnectionCounters more) {
            if (steps < BASELINE_STEPS) {
                steps += more.timedSteps();
                gpu += more.nanos().gpu();
                peer += more.nanos().peer();
                wire += more.nanos().network();
            }
        }

        /// Not a number until enough steps were seen.
        double mean(double nanos) {
            return steps < BASELINE_STEPS ? Double.NaN : nanos / steps;
        }
    }

    private static final class Side {
        private final First first = new First();
        private double steps;
        private double gpu;
        private double peer;
        private double wire;

        void add(ConnectionCounters more) {
            first.add(more);
            steps += more.timedSteps();
            gpu += more.nanos().gpu();
            peer += more.nanos().peer();
            wire += more.nanos().network();
        }

        void fade(double factor) {
            steps *= factor;
            gpu *= factor;
            peer *= factor;
            wire *= factor;
        }

        double mean(double nanos) {
            return nanos / Math.max(1, steps);
        }
    }

    void add(ConnectionCounters more) {
        if (more.key().direction() == Direction.RECEIVE) {
            receiver.add(more);
            return;
        }
        sender.add(more);
        network = network.plus(more.network());
        operations += more.volume().operations();
        allSteps += more.volume().steps();
    }

    void fade(double factor) {
        sender.fade(factor);
        receiver.fade(factor);
    }

    double steps() {
        return sender.steps;
    }

    /// Of one operation.
    double stepsPerOperation() {
        return operations == 0 ? 1 : Math.max(1, allSteps / (double) operations);
    }

    String nic() {
        return network.nicLabel();
    }

    /// What a step of the sender was on the wire.
    double wireNanos() {
        return sender.mean(sender.wire);
    }

    /// The same at first; not a number until enough steps were seen.
    double firstWireNanos() {
        return sender.first.mean(sender.first.wire);
    }

    /// How long the sender found no room at first, likewise.
    double firstPeerNanos() {
        return sender.first.mean(sender.first.peer);
    }

    /// How long the sender had no data at first, likewise.
    double firstMadeNanos() {
        return sender.first.mean(sender.first.gpu);
    }

    /// How long the receiver's GPU left data untaken at first, likewise.
    double firstTakenNanos() {
        return receiver.first.mean(receiver.first.gpu);
    }

    /// How long the sender found no room at the receiver.
    double peerNanos() {
        return sender.mean(sender.peer);
    }

    /// How long the sender had no data of its own GPU.
    double madeNanos() {
        return sender.mean(sender.gpu);
    }

    /// How long the receiver's GPU left data untaken; zero where the receiver tells nothing.
    double takenNanos() {
        return receiver.mean(receiver.gpu);
    }

    boolean isToldByReceiver() {
        return receiver.steps > 0;
    }
}
