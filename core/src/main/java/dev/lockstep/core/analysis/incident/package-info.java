// SPDX-License-Identifier: Apache-2.0
/// Findings about one cause over time become one incident, which opens, changes and closes. See docs/incidents.md.
@NullMarked
package dev.lockstep.core.analysis.incident;

import org.jspecify.annotations.NullMarked;
