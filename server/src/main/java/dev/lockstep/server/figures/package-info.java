// SPDX-License-Identifier: Apache-2.0
/// What the time of jobs went to, as series within a budget.
@NullMarked
package dev.lockstep.server.figures;

import org.jspecify.annotations.NullMarked;
