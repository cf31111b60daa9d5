// SPDX-License-Identifier: Apache-2.0
/// What a brain was told of each process, and what is new since.
@NullMarked
package dev.lockstep.agent.brain.told;

import org.jspecify.annotations.NullMarked;
