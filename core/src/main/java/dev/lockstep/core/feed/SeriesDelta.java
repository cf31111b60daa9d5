// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import dev.lockstep.core.model.SeriesKey;

/// What one operation series counted since the batch before: calls, bytes as nccl-tests count the size, and of those
/// calls that have a duration their number and the sum of their durations.
public record SeriesDelta(SeriesKey key, long calls, long sizeBytes, long timedCalls, long durationNanos) {}
