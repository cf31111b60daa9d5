// SPDX-License-Identifier: Apache-2.0
/// Flight records: what is kept of a process that died, where it is kept, and how it is read again.
@NullMarked
package dev.lockstep.agent.flight;

import org.jspecify.annotations.NullMarked;
