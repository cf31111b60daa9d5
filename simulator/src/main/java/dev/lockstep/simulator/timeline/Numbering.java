// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

/// The numbers of a group's first call; the calls after it count on.
///
/// @param operation over all operations of the rank
/// @param ordinal over all operations of the rank on this communicator
/// @param sequence NCCL's: over the collectives of one function on this communicator
/// @param meeting over the collective groups of the rank on this communicator in this step
public record Numbering(long operation, long ordinal, long sequence, int meeting) {}
