// SPDX-License-Identifier: Apache-2.0
/// Values that every part of Lockstep speaks in: operations, communicators, processes, durations.
@NullMarked
package dev.lockstep.core.model;

import org.jspecify.annotations.NullMarked;
