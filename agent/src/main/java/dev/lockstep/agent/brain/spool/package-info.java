// SPDX-License-Identifier: Apache-2.0
/// Batches that no brain has acknowledged yet, in memory and on disk.
@NullMarked
package dev.lockstep.agent.brain.spool;

import org.jspecify.annotations.NullMarked;
