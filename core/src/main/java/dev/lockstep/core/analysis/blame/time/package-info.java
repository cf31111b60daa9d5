// SPDX-License-Identifier: Apache-2.0
/// How the time of one GPU is told: its steps, the readings of its agent, and the operations that were kept.
@NullMarked
package dev.lockstep.core.analysis.blame.time;

import org.jspecify.annotations.NullMarked;
