// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

/// What of a GPU only grows.
public enum GpuCount {
    /// Memory errors that were corrected, in the GPU's life.
    ECC_CORRECTED,
    /// Memory errors that were not.
    ECC_UNCORRECTED,
    /// Memory rows replaced after corrected errors.
    ROWS_CORRECTED,
    /// Memory rows replaced after uncorrected errors.
    ROWS_UNCORRECTED
}
