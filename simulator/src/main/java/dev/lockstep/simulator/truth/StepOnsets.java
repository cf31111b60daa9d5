// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.truth;

import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Scenario;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Remembers when the steps began at which faults set in; no others, so it does not grow.
public final class StepOnsets {
    private final Set<Integer> wanted;
    private final Map<Integer, Long> begins = new HashMap<>();

    public StepOnsets(Scenario scenario) {
        this.wanted = scenario.faults().stream().map(Fault::fromStep).collect(Collectors.toSet());
    }

    /// A step begins at that true time.
    public void begin(int step, long nanos) {
        if (wanted.contains(step)) {
            begins.put(step, nanos);
        }
    }

    /// When a step began at which a fault sets in; absent if it has not begun.
    public OptionalLong of(int step) {
        Long begin = begins.get(step);
        return begin == null ? OptionalLong.empty() : OptionalLong.of(begin);
    }
}
