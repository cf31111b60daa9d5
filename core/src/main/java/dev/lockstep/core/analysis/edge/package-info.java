// SPDX-License-Identifier: Apache-2.0
/// Which network edge is slow or stopped first, and who holds it. docs/detectors/slow-link.md has the formulas.
@NullMarked
package dev.lockstep.core.analysis.edge;

import org.jspecify.annotations.NullMarked;
