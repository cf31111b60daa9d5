// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.program.Item;

/// What streams need from the step they run in.
interface StepGenerator {
    /// Duration of a computation of a rank, with noise and faults.
    long computeNanos(int rank, Item.Compute compute);

    /// From enqueue to the earliest start on the GPU.
    long launchNanos();

    /// When the rank's process is killed, `Long.MAX_VALUE` if it is not.
    long killedNanos(int rank);

    /// A group has started on its rank.
    void arrive(GroupRun run, Lane lane);

    /// A stream may have something to do again.
    void wake(Lane lane);
}
