// SPDX-License-Identifier: Apache-2.0
/// What a simulated job leaves where no plugin was loaded: logs of NCCL and PyTorch of each rank, the launcher's output
/// and dumps of the Flight Recorder. Waiters scream and culprits are silent, as in a real job.
@NullMarked
package dev.lockstep.simulator.logs;

import org.jspecify.annotations.NullMarked;
