// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Optional;
import java.util.OptionalInt;

/// Who launched a process and for which life of its job. `jobId` is the job id as the scheduler gives it, absent where
/// none does; `worldSize` is how many ranks the launcher started. `incarnation` tells one life of a job from the next;
/// it is the same text on all ranks, and absent until the communicator of all ranks was seen.
public record Launch(
        Optional<String> jobId,
        Optional<SlurmIdentity> slurm,
        PodIdentity pod,
        OptionalInt worldSize,
        Optional<String> incarnation) {
    /// Nothing is known.
    public static final Launch UNKNOWN =
            new Launch(Optional.empty(), Optional.empty(), PodIdentity.UNKNOWN, OptionalInt.empty(), Optional.empty());

    /// The same launch in an incarnation.
    public Launch in(Optional<String> life) {
        return new Launch(jobId, slurm, pod, worldSize, life);
    }

    /// The same launch with what is known of its pod otherwise: a pod's uid is a job id where there is no other.
    public Launch in(PodIdentity found) {
        PodIdentity both = pod.or(found);
        return new Launch(jobId.or(both::uid), slurm, both, worldSize, incarnation);
    }
}
