// SPDX-License-Identifier: Apache-2.0
/// Which algorithm, protocol and channels NCCL takes for an operation, and how long it lasts.
@NullMarked
package dev.lockstep.simulator.cost;

import org.jspecify.annotations.NullMarked;
