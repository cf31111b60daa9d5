// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// How NCCL let an operation be seen, and so whether it can have a duration.
public enum OperationKind {
    /// Timed by its kernel channels.
    KERNEL,
    /// Reported by its call alone (Broadcast of NCCL 2.30, symmetric kernels before API v7): never
    /// a duration.
    CALL_ONLY,
    /// Send or Recv to oneself: never a channel.
    SELF,
    /// Copy engine: its end is not reported.
    COPY_ENGINE,
    /// API v3: no GPU stamps, counted without a duration.
    CPU_TIMED
}
