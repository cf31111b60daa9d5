// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.time.Instant;

/// A moment on both clocks of a host: the wall clock tells it to people, CLOCK_MONOTONIC, in which the plugin
/// stamps, gives ages that no step of the wall clock changes.
public record Moment(Instant wall, long monotonicNanos) {}
