// SPDX-License-Identifier: Apache-2.0
/// Incidents that our own brain has told of the job.
@NullMarked
package dev.lockstep.core.analysis.cause.incident;

import org.jspecify.annotations.NullMarked;
