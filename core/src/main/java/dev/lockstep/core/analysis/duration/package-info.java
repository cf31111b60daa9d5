// SPDX-License-Identifier: Apache-2.0
/// What the times of operations alone tell, where nothing says when they ran: NVIDIA's Inspector writes how long each
/// operation took on each rank and no clock. Operations are matched over ranks by communicator, function and number;
/// the shortest time is the transfer, the rest is wait. Who is late follows from sums: all ranks of a job take the same
/// time for a step, so the one that spends the least of it in collectives is the one that the others wait for.
///
/// `DurationStudy` takes operations in, in any order and in bounded memory; `verdict` makes verdicts of what it holds.
@NullMarked
package dev.lockstep.core.analysis.duration;

import org.jspecify.annotations.NullMarked;
