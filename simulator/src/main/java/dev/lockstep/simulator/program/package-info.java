// SPDX-License-Identifier: Apache-2.0
/// What one rank does in one training step: computations and NCCL calls in order.
@NullMarked
package dev.lockstep.simulator.program;

import org.jspecify.annotations.NullMarked;
