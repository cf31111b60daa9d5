// SPDX-License-Identifier: Apache-2.0
/// What the agent itself costs its node.
@NullMarked
package dev.lockstep.agent.usage;

import org.jspecify.annotations.NullMarked;
