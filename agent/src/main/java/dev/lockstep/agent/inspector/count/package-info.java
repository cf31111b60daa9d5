// SPDX-License-Identifier: Apache-2.0
/// Records become counters of a process and its communicators.
@NullMarked
package dev.lockstep.agent.inspector.count;

import org.jspecify.annotations.NullMarked;
