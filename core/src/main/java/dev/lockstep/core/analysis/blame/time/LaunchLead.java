// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame.time;

/// How long before its GPU started them a host had enqueued its operations. The two clocks are apart by an
/// unknown distance that drifts, so that is measured from the smallest distance seen of late: the operation
/// that the GPU was waiting for.
public final class LaunchLead {
    /// Drift of 20 parts per million makes 100 µs of that.
    private static final long WINDOW_NANOS = 5_000_000_000L;

    private long least = Long.MAX_VALUE;
    private long leastBefore = Long.MAX_VALUE;
    private long since = Long.MIN_VALUE;

    /// Of a host that enqueued nothing yet.
    public LaunchLead() {}

    /// That of an operation.
    public float of(long startNanos, long enqueueNanos) {
        long distance = startNanos - enqueueNanos;
        if (since == Long.MIN_VALUE || startNanos - since > WINDOW_NANOS) {
            leastBefore = since == Long.MIN_VALUE ? distance : least;
            least = distance;
            since = startNanos;
        }
        least = Math.min(least, distance);
        return distance - Math.min(least, leastBefore);
    }
}
