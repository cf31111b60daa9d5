// SPDX-License-Identifier: Apache-2.0
/// The list of rules and refinements, and the one entry to them: a new rule is a row here.
@NullMarked
package dev.lockstep.core.analysis.cause.all;

import org.jspecify.annotations.NullMarked;
