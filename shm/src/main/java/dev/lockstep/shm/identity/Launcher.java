// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import dev.lockstep.core.model.Launch;
import dev.lockstep.core.model.PodIdentity;
import dev.lockstep.core.model.SlurmIdentity;
import dev.lockstep.shm.ShmHeader;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads from a process' environment who launched it. The job id of a scheduler is
///
/// | known | job id |
/// |---|---|
/// | Slurm | `1234`, with the step `1234.0`, after a requeue `1234.0-r1` (SLURM_RESTART_COUNT) |
/// | torchrun | `<run id>`, after a restart `<run id>-r1` (TORCHELASTIC_RESTART_COUNT) |
/// | Kubernetes | the pod's uid |
///
/// torchrun's run id `none` is its default and names no job.
///
/// An incarnation reads `<uid>/<job id>/<restarts of torchrun>/<hash of the communicator of all ranks>`; restarts of
/// Slurm are in the job id.
public final class Launcher {
    private static final String TORCHRUN_DEFAULT_ID = "none";
    private static final String NO_RESTART = "0";

    private final long userId;
    private final Map<String, String> environment;
    private final Launch launch;
    private Optional<String> worldId = Optional.empty();

    /// `header` has the environment.
    public Launcher(ShmHeader header) {
        this.userId = header.userId();
        this.environment = header.environment();
        Optional<SlurmIdentity> slurm = slurm();
        PodIdentity pod =
                new PodIdentity(value("POD_UID"), value("POD_NAMESPACE"), value("POD_NAME"), value("CONTAINER_NAME"));
        Optional<String> jobId = slurm.map(Launcher::jobId).or(this::torchrun).or(pod::uid);
        this.launch = new Launch(jobId, slurm, pod, header.worldSize(), Optional.empty());
    }

    /// Learns the communicator of all ranks from those of a reading. It stays the first that was seen: a job makes it
    /// once in each of its lives.
    public void update(List<CommunicatorFacts> communicators) {
        if (worldId.isEmpty() && launch.worldSize().isPresent()) {
            worldId = communicators.stream()
                    .filter(each -> !each.isOverflow() && each.ranks().equals(launch.worldSize()))
                    .min(Comparator.comparingLong(CommunicatorFacts::createdMonotonicNanos))
                    .map(CommunicatorFacts::id);
        }
    }

    /// The launch as it is known by now.
    public Launch launch() {
        return launch.in(launch.jobId()
                .flatMap(job -> worldId.map(world -> String.join(
                        "/",
                        Long.toString(userId),
                        job,
                        value("TORCHELASTIC_RESTART_COUNT").orElse(NO_RESTART),
                        world))));
    }

    private Optional<SlurmIdentity> slurm() {
        Optional<String> arrayTask = value("SLURM_ARRAY_JOB_ID")
                .flatMap(job -> value("SLURM_ARRAY_TASK_ID").map(task -> job + "_" + task));
        return value("SLURM_JOB_ID")
                .map(job -> new SlurmIdentity(
                        job,
                        value("SLURM_STEP_ID"),
                        value("SLURM_RESTART_COUNT"),
                        arrayTask,
                        value("SLURM_JOB_NAME"),
                        value("SLURM_JOB_PARTITION"),
                        value("SLURM_JOB_USER")));
    }

    private static String jobId(SlurmIdentity slurm) {
        return slurm.job() + slurm.step().map(step -> "." + step).orElse("") + restarted(slurm.restarts());
    }

    private Optional<String> torchrun() {
        return value("TORCHELASTIC_RUN_ID")
                .filter(run -> !run.equals(TORCHRUN_DEFAULT_ID))
                .map(run -> run + restarted(value("TORCHELASTIC_RESTART_COUNT")));
    }

    private static String restarted(Optional<String> restarts) {
        return restarts.filter(count -> !count.equals(NO_RESTART))
                .map(count -> "-r" + count)
                .orElse("");
    }

    private Optional<String> value(String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(text -> !text.isBlank());
    }
}
