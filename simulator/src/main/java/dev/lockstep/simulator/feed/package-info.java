// SPDX-License-Identifier: Apache-2.0
/// What the agents of a simulated job would tell the brain, made from the true times without plugin, file or
/// agent.
@NullMarked
package dev.lockstep.simulator.feed;

import org.jspecify.annotations.NullMarked;
