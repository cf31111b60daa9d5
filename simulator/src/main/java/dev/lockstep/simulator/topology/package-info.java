// SPDX-License-Identifier: Apache-2.0
/// Ranks, nodes, GPUs and the communicators over them, in Megatron's order.
@NullMarked
package dev.lockstep.simulator.topology;

import org.jspecify.annotations.NullMarked;
