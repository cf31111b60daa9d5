// SPDX-License-Identifier: Apache-2.0
/// NCCL's side of the profiler interface: loads a plugin and calls it as NCCL does.
@NullMarked
package dev.lockstep.simulator.nccl;

import org.jspecify.annotations.NullMarked;
