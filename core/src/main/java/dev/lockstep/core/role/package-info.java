// SPDX-License-Identifier: Apache-2.0
/// What a communicator is for, told from its name, its ranks and its traffic.
@NullMarked
package dev.lockstep.core.role;

import org.jspecify.annotations.NullMarked;
