// SPDX-License-Identifier: Apache-2.0
/// Keeps the series of each GPU within a budget, by folding what is over. The formula is in docs/metrics.md.
@NullMarked
package dev.lockstep.agent.budget;

import org.jspecify.annotations.NullMarked;
