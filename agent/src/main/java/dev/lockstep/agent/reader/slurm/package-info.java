// SPDX-License-Identifier: Apache-2.0
/// Environment of Slurm, with its compressed lists.
@NullMarked
package dev.lockstep.agent.reader.slurm;

import org.jspecify.annotations.NullMarked;
