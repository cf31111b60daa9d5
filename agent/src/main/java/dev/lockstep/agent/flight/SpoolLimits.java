// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.time.Duration;

/// How much a spool may hold. Whatever is over one of these goes, the oldest first.
public record SpoolLimits(long bytesMax, int recordsMax, Duration ageMax) {
    /// Room for nine crashes of a node with eight GPUs: a full shared-memory file has 3.4 MB.
    public static final long BYTES_MAX = 256L << 20;
    /// Records of a spool.
    public static final int RECORDS_MAX = 128;
    /// Until then somebody has looked, or nobody will.
    public static final Duration AGE_MAX = Duration.ofDays(14);

    /// The usual limits.
    public static final SpoolLimits USUAL = new SpoolLimits(BYTES_MAX, RECORDS_MAX, AGE_MAX);

    public SpoolLimits {
        if (bytesMax <= 0 || recordsMax <= 0 || ageMax.isNegative()) {
            throw new IllegalArgumentException("a spool without room: " + bytesMax + ", " + recordsMax);
        }
    }
}
