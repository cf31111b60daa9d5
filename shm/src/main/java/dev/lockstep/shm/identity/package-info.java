// SPDX-License-Identifier: Apache-2.0
/// Who a process is: the rules for its job and its ranks.
@NullMarked
package dev.lockstep.shm.identity;

import org.jspecify.annotations.NullMarked;
