// SPDX-License-Identifier: Apache-2.0
/// The link to the brain: heartbeats with all that changed and sampled operations, kept until a brain has them. Nothing
/// of it runs where no brain is configured, and nothing that is served depends on it.
@NullMarked
package dev.lockstep.agent.brain;

import org.jspecify.annotations.NullMarked;
