// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.simulator.scenario.Symptom;
import java.util.Optional;

/// What the brain makes of a device that tells something while nobody waits for it.
final class ToldAlone {
    private ToldAlone() {}

    /// Absent where it wakes nobody.
    static Optional<FindingKind> kind(Symptom symptom) {
        return switch (symptom.kind()) {
            case ODD_FIRMWARE, PCIE_DOWNGRADE, NARROW_GPU -> Optional.of(FindingKind.ODD_HARDWARE);
            case FLAPPING_NIC, LOSSY_LINK, DAMAGED_SYMBOLS, NVLINK_DEGRADED, PENDING_REMAP ->
                Optional.of(FindingKind.HARDWARE_WEARING);
            case XMIT_WAIT, COUNTER_RESET, THROTTLED_GPU, XID -> Optional.empty();
        };
    }
}
