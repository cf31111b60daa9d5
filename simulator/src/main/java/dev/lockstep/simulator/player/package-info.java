// SPDX-License-Identifier: Apache-2.0
/// Plays a node's part of a timeline into a plugin, on the threads NCCL would use.
@NullMarked
package dev.lockstep.simulator.player;

import org.jspecify.annotations.NullMarked;
