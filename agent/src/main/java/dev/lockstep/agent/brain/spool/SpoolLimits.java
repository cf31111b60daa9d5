// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.spool;

/// How much may wait for a brain: batches, their bytes on disk, and of these how many bytes in memory. Without a
/// directory the latter is all there is.
public record SpoolLimits(int batchesMax, long bytesMax, long memoryBytesMax) {
    /// Batches: two hours of heartbeats.
    public static final int BATCHES_MAX = 7200;
    /// Bytes on disk.
    public static final long BYTES_MAX = 128L << 20;
    /// Bytes in memory.
    public static final long MEMORY_BYTES_MAX = 1L << 20;

    /// Those of an agent.
    public static final SpoolLimits USUAL = new SpoolLimits(BATCHES_MAX, BYTES_MAX, MEMORY_BYTES_MAX);
}
