// SPDX-License-Identifier: Apache-2.0
/// What the agent knows of its node at a moment: immutable, shared by everything that shows it.
@NullMarked
package dev.lockstep.agent.snapshot;

import org.jspecify.annotations.NullMarked;
