// SPDX-License-Identifier: Apache-2.0
/// All jobs of a cluster, judged: batches of agents go in, findings and a view come out.
@NullMarked
package dev.lockstep.core.analysis.brain;

import org.jspecify.annotations.NullMarked;
