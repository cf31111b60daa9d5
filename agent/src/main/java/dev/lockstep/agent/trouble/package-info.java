// SPDX-License-Identifier: Apache-2.0
/// Errors, retries and time-outs that are not in shared memory: what logs of jobs and NCCL's RAS tell, by the readers
/// of `lockstep diagnose`.
@NullMarked
package dev.lockstep.agent.trouble;

import org.jspecify.annotations.NullMarked;
