// SPDX-License-Identifier: Apache-2.0
/// How the agent writes its log: one line an event, `key=value`, and what repeats itself once in a while.
@NullMarked
package dev.lockstep.agent.log;

import org.jspecify.annotations.NullMarked;
