// SPDX-License-Identifier: Apache-2.0
/// Finds out that a job stands still, for whom it waits, and what cannot be seen of it.
@NullMarked
package dev.lockstep.core.analysis.hang;

import org.jspecify.annotations.NullMarked;
