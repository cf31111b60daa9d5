// SPDX-License-Identifier: Apache-2.0
/// What stands out of rows of numbers over a run: order statistics, stretches, and rows that lie below the others.
@NullMarked
package dev.lockstep.core.analysis.duration.outlier;

import org.jspecify.annotations.NullMarked;
