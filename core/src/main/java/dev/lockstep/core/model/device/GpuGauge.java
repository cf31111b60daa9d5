// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

/// What of a GPU goes up and down.
public enum GpuGauge {
    /// Of its core, in degrees Celsius.
    TEMPERATURE,
    /// Of its memory, in degrees Celsius.
    MEMORY_TEMPERATURE,
    /// In watts.
    POWER,
    /// Watts that it may take.
    POWER_LIMIT,
    /// In hertz.
    SM_CLOCK,
    /// Highest of its multiprocessors, in hertz.
    SM_CLOCK_MAX,
    /// In hertz.
    MEMORY_CLOCK,
    /// Share of the time in which a kernel ran.
    UTILIZATION,
    /// Bytes in use.
    MEMORY_USED,
    /// Bytes a second over PCIe from the host, in a sample of 20 ms.
    PCIE_RECEIVED,
    /// The same to the host.
    PCIE_SENT,
    /// 1 while memory rows wait for the next reset to be replaced.
    REMAP_PENDING,
    /// 1 if replacing a row has failed.
    REMAP_FAILED,
    /// Processes that use it.
    PROCESSES
}
