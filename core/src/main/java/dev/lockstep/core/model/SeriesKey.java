// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// What one operation series counts inside a communicator. `algorithm` and `protocol` are NCCL's
/// spelling
/// (`RING`, `SIMPLE`), empty where unknown.
public record SeriesKey(
        NcclFunction function, String algorithm, String protocol, SizeClass sizeClass, OperationKind kind) {}
