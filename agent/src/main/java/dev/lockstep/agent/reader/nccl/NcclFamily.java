// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

/// Knows one family of NCCL's lines.
interface NcclFamily {
    /// Whether the line was one of the family; if so it has been dealt with.
    boolean takes(NcclLine line);

    /// The file is over.
    default void end() {}
}
