// SPDX-License-Identifier: Apache-2.0
/// The agent's settings from flags, environment and a file: read once at start, all problems told at once.
@NullMarked
package dev.lockstep.agent.config;

import org.jspecify.annotations.NullMarked;
