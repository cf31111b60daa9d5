// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

/// The application threads and the clocks.
///
/// @param enqueueNanos host time of one NCCL call or group
/// @param launchNanos from enqueue to the earliest start on the GPU
/// @param enqueueAhead groups a host may be ahead of its GPU
/// @param loaderNanos host time between the end of a step and the next one's first call
/// @param setupNanos host time of the first operation of a communicator (connections)
/// @param clockOffsetNanos GPU clocks differ by up to this, either way
/// @param clockDriftPpm GPU clocks run faster or slower by up to this many parts in a million
public record Hosts(
        long enqueueNanos,
        long launchNanos,
        int enqueueAhead,
        long loaderNanos,
        long setupNanos,
        long clockOffsetNanos,
        double clockDriftPpm) {}
