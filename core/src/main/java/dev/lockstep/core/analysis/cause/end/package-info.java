// SPDX-License-Identifier: Apache-2.0
/// Processes that ended, and whom the others therefore wait for.
@NullMarked
package dev.lockstep.core.analysis.cause.end;

import org.jspecify.annotations.NullMarked;
