// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

/// How much more the rank number `expert` of each expert group gets than the others.
record ExpertLoad(int expert, double factor) {
    /// All get the same.
    static final ExpertLoad EVEN = new ExpertLoad(-1, 1);

    /// Elements that one rank sends to the expert rank `receiver`.
    long count(long even, int receiver) {
        return receiver == expert ? Math.round(even * factor) : even;
    }
}
