// SPDX-License-Identifier: Apache-2.0
/// Verdicts from matched durations: which processes are one job, who came late and what it cost, whose path is slow,
/// how the files end, and how much was seen.
@NullMarked
package dev.lockstep.core.analysis.duration.verdict;

import org.jspecify.annotations.NullMarked;
