// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Optional;
import java.util.OptionalInt;

/// Which GPU. `index` is the NVML index (the PCI order where NVML is absent), never the CUDA
/// ordinal; `uuid` carries
/// the prefix `GPU-`.
public record GpuIdentity(OptionalInt index, Optional<String> uuid, Optional<String> pciBusId) {}
