// SPDX-License-Identifier: Apache-2.0
/// Who comes late by himself, and what it costs the others. docs/detectors/straggler.md has the formulas.
@NullMarked
package dev.lockstep.core.analysis.blame;

import org.jspecify.annotations.NullMarked;
