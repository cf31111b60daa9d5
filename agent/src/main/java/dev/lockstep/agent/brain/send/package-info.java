// SPDX-License-Identifier: Apache-2.0
/// Brings batches to a brain over HTTP, again and again until it has them.
@NullMarked
package dev.lockstep.agent.brain.send;

import org.jspecify.annotations.NullMarked;
