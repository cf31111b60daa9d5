// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import java.util.OptionalInt;

/// Tells a GPU's index on its node from its PCI bus id. Absent means unknown; it is never guessed.
@FunctionalInterface
public interface GpuIndex {
    /// Knows no GPU.
    GpuIndex UNKNOWN = pciBusId -> OptionalInt.empty();

    OptionalInt of(String pciBusId);
}
