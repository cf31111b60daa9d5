// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.Communicators;
import dev.lockstep.simulator.topology.Role;
import java.util.Optional;

/// The communicators of one rank by role.
record Groups(
        Communicator world,
        Optional<Communicator> tensor,
        Optional<Communicator> pipeline,
        Optional<Communicator> data,
        Optional<Communicator> expert) {
    static Groups of(Communicators communicators, int rank) {
        return new Groups(
                communicators.of(rank, Role.WORLD).orElseThrow(),
                communicators.of(rank, Role.TENSOR),
                communicators.of(rank, Role.PIPELINE),
                communicators.of(rank, Role.DATA),
                communicators.of(rank, Role.EXPERT));
    }
}
