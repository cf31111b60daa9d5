// SPDX-License-Identifier: Apache-2.0
/// Reads the sources, each in its own rhythm, and keeps what has ended for its grace.
@NullMarked
package dev.lockstep.agent.poll;

import org.jspecify.annotations.NullMarked;
