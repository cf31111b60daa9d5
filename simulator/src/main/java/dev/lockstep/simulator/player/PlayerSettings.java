// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import dev.lockstep.simulator.nccl.ProfilerPlugin;
import dev.lockstep.simulator.nccl.SimulatedDriver;
import java.util.Optional;

/// What the threads of a node share.
///
/// @param driver absent for a process without a CUDA driver
/// @param epochNanos what GPU clocks show at the job's start, but for their offset
/// @param lead groups that an application thread may be ahead of a progress thread
public record PlayerSettings(
        ProfilerPlugin plugin, Optional<SimulatedDriver> driver, Pace pace, long epochNanos, int lead) {}
