// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Optional;

/// What Slurm says of a process. `step` and `restarts` are absent where Slurm does not say; `arrayTask` reads
/// `<array job>_<task>`.
public record SlurmIdentity(
        String job,
        Optional<String> step,
        Optional<String> restarts,
        Optional<String> arrayTask,
        Optional<String> name,
        Optional<String> partition,
        Optional<String> user) {}
