// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.source;

import java.time.Instant;

/// One thing on this node that tells about NCCL: one file a source, one thread at a time calls it.
///
/// A source never throws for what the world does to it: a missing directory is {@link
/// Reading.Absent}, a damaged file
/// costs only itself and is counted in its process' `lost` reasons or in {@link
/// Reading.Fresh#refused()}.
public interface Source extends AutoCloseable {
    /// Label value of `source` in the agent's own metrics, snake case: `shared_memory`,
    /// `inspector_json`.
    String name();

    /// Reads what is there at `now`. Called again and again from one thread; cumulative counters
    /// in, cumulative counters
    /// out.
    Reading read(Instant now);

    @Override
    void close();
}
