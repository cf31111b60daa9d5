// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

/// Says whether something comes too often: so many a second in the long run, and that of `burstSeconds` at once. One
/// thread at a time.
final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double perSecond;
    private final double most;
    private double tokens;
    private long filledNanos;

    TokenBucket(double perSecond, double burstSeconds, long nowNanos) {
        this.perSecond = perSecond;
        this.most = perSecond * burstSeconds;
        this.tokens = most;
        this.filledNanos = nowNanos;
    }

    /// Takes as many of `wanted` as there are, and says how many.
    long takeUpTo(long wanted, long nowNanos) {
        fill(nowNanos);
        long taken = Math.min(wanted, (long) tokens);
        tokens -= taken;
        return taken;
    }

    /// Takes all of `wanted` or nothing.
    boolean take(long wanted, long nowNanos) {
        fill(nowNanos);
        if (tokens < wanted) {
            return false;
        }
        tokens -= wanted;
        return true;
    }

    private void fill(long nowNanos) {
        tokens = Math.min(most, tokens + perSecond * Math.max(0, nowNanos - filledNanos) / NANOS_PER_SECOND);
        filledNanos = Math.max(filledNanos, nowNanos);
    }
}
