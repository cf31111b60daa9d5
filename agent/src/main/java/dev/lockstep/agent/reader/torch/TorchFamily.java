// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

/// Knows one family of PyTorch's lines.
interface TorchFamily {
    /// Whether the line was one of the family; if so it has been dealt with.
    boolean takes(TorchLine line);

    /// The file is over.
    default void end() {}
}
