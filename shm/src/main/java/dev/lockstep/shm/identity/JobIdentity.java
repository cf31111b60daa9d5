// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import dev.lockstep.shm.ShmHeader;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The job id of a process: the same text on every rank of a job, another one after a restart.
///
/// | known | job id |
/// |---|---|
/// | Slurm | `1234`, with the step `1234.0`, after a requeue `1234.0-r1` (SLURM_RESTART_COUNT) |
/// | torchrun | `<run id>`, after a restart `<run id>-r1` (TORCHELASTIC_RESTART_COUNT) |
/// | Kubernetes | the pod's uid |
/// | nothing | `<hash of the largest communicator>-<day of its creation>`, as in
/// `9f31c2d4e5a60718-20261130` |
///
/// torchrun's run id `none` is its default and names no job. In the last form the day is UTC and no finer,
/// because ranks create a communicator at slightly different moments and must agree; largest means most ranks,
/// then oldest. Until there is a communicator the id is `unknown`.
public final class JobIdentity {
    public static final String UNKNOWN = "unknown";

    private static final String TORCHRUN_DEFAULT_ID = "none";
    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
    private static final Comparator<CommunicatorFacts> LARGEST = Comparator.comparingInt(
                    (CommunicatorFacts each) -> each.ranks().orElse(0))
            .thenComparing(Comparator.comparingLong(CommunicatorFacts::createdMonotonicNanos)
                    .reversed());

    private final ShmHeader header;
    private final Optional<String> scheduled;
    private Optional<CommunicatorFacts> largest = Optional.empty();

    public JobIdentity(ShmHeader header) {
        this.header = header;
        this.scheduled = scheduled(header.environment());
    }

    /// The job id, given the communicators of a reading.
    public String of(List<CommunicatorFacts> communicators) {
        if (scheduled.isPresent()) {
            return scheduled.get();
        }
        for (CommunicatorFacts each : communicators) {
            if (!each.isOverflow() && (largest.isEmpty() || LARGEST.compare(each, largest.get()) > 0)) {
                largest = Optional.of(each);
            }
        }
        return largest.map(each -> each.id() + "-" + DAY.format(dayOf(each))).orElse(UNKNOWN);
    }

    private LocalDate dayOf(CommunicatorFacts communicator) {
        long sinceAnchor = communicator.createdMonotonicNanos() - header.anchorMonotonicNanos();
        return Instant.EPOCH
                .plusNanos(header.anchorWallNanos())
                .plusNanos(sinceAnchor)
                .atZone(ZoneOffset.UTC)
                .toLocalDate();
    }

    private static Optional<String> scheduled(Map<String, String> environment) {
        return slurm(environment).or(() -> torchrun(environment)).or(() -> present(environment, "POD_UID"));
    }

    private static Optional<String> slurm(Map<String, String> environment) {
        return present(environment, "SLURM_JOB_ID")
                .map(job -> job
                        + present(environment, "SLURM_STEP_ID")
                                .map(step -> "." + step)
                                .orElse("")
                        + restart(environment, "SLURM_RESTART_COUNT"));
    }

    private static Optional<String> torchrun(Map<String, String> environment) {
        return present(environment, "TORCHELASTIC_RUN_ID")
                .filter(run -> !run.equals(TORCHRUN_DEFAULT_ID))
                .map(run -> run + restart(environment, "TORCHELASTIC_RESTART_COUNT"));
    }

    private static String restart(Map<String, String> environment, String variable) {
        return present(environment, variable)
                .filter(count -> !count.equals("0"))
                .map(count -> "-r" + count)
                .orElse("");
    }

    private static Optional<String> present(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isBlank());
    }
}
