// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import java.util.List;

/// Something that holds for every job that ends well. Each is a class whose name says it.
interface Invariant {
    /// Fails the test if it does not hold.
    void check(Cluster cluster, List<StepRun> steps);

    /// All of them.
    static List<Invariant> all() {
        return List.of(
                new EveryInstanceIsComplete(),
                new EveryOperationTakesTime(),
                new TheLastToComeHasTheShortestDuration(),
                new NumbersHaveNoGaps(),
                new AStreamRunsOneGroupAtATime(),
                new EverySendHasItsRecv());
    }
}
