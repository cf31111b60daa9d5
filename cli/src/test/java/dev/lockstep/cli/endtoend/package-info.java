// SPDX-License-Identifier: Apache-2.0
/// From NCCL's calls in a simulated job, through the real plugin, agents and brains, to those who are told.
@NullMarked
package dev.lockstep.cli.endtoend;

import org.jspecify.annotations.NullMarked;
