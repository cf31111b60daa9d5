// SPDX-License-Identifier: Apache-2.0
/// Metrics of DCGM: what a value says, and what it only seems to.
@NullMarked
package dev.lockstep.core.analysis.cause.dcgm;

import org.jspecify.annotations.NullMarked;
