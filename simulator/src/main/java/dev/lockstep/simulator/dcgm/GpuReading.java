// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

/// What DCGM would read on one GPU at one moment.
///
/// @param temperature of the die, in °C, and of the memory
record GpuReading(Activity activity, double powerWatts, double temperature, double memoryTemperature, Memory memory) {
    /// Framebuffer in MiB.
    record Memory(long used, long free) {}
}
