// SPDX-License-Identifier: Apache-2.0
/// Where data moves slowly. docs/detectors/slow-link.md has the formulas.
@NullMarked
package dev.lockstep.core.analysis.link;

import org.jspecify.annotations.NullMarked;
