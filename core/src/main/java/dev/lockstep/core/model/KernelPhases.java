// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// How long the channels of a function's kernel were in each of its phases, summed over channels and operations. NCCL
/// tells it of symmetric kernels, from 2.31 on and when asked.
///
/// The initial sync is what the rank waited for its peers only in the LD, ST and MC kernels: LL ones receive their
/// first data in it.
public record KernelPhases(NcclFunction function, String kernel, Sum initialSync, Sum compute, Sum finalSync) {
    /// Phases of one channel each, and how long they took together.
    public record Sum(long count, long nanos) {
        /// Both together.
        public Sum plus(Sum that) {
            return new Sum(count + that.count, nanos + that.nanos);
        }
    }

    /// Both together, under the names of this one.
    public KernelPhases plus(KernelPhases that) {
        return new KernelPhases(
                function,
                kernel,
                initialSync.plus(that.initialSync),
                compute.plus(that.compute),
                finalSync.plus(that.finalSync));
    }
}
