// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.overhead;

import java.util.Map;

/// How much the plugin keeps of an operation, as its control file says it (docs/shared-memory.md).
public enum Detail {
    /// Calls and bytes: every operation is below the size floor.
    COUNTERS("counters", "floor=1152921504606846976"),
    /// And durations, with the lag of each channel.
    CHANNELS("channels", "ring=off"),
    /// And a record of each operation in the ring: what holds if nobody changes anything.
    RING("ring", "on"),
    /// And the phases of symmetric kernels, which NCCL sends from API v7 on where they are asked for.
    PHASES("ring, phases", "on");

    private final String label;
    private final String controlLine;

    Detail(String label, String controlLine) {
        this.label = label;
        this.controlLine = controlLine;
    }

    /// What the process's environment has beside.
    Map<String, String> environment() {
        return Map.of("LOCKSTEP_KERNEL_PHASES", this == PHASES ? "1" : "0");
    }

    /// The heading of its column.
    public String label() {
        return label;
    }

    /// The line for the control file.
    String controlLine() {
        return controlLine;
    }
}
