// SPDX-License-Identifier: Apache-2.0
/// What a brain remembers of a time, for those who report on it.
@NullMarked
package dev.lockstep.server.history;

import org.jspecify.annotations.NullMarked;
