// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import dev.lockstep.shm.ShmHeader;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The job id of a process: the same text on every rank of a job, another one after a restart. It is what the scheduler
/// calls the job ({@link Launcher}), else `<hash of the largest communicator>-<day of its creation>`, as in
/// `9f31c2d4e5a60718-20261130`.
///
/// In the last form the day is UTC and no finer, because ranks create a communicator at slightly different moments and
/// must agree; largest means most ranks, then oldest. Until there is a communicator the id is `unknown`.
public final class JobIdentity {
    /// The job id until there is a communicator.
    public static final String UNKNOWN = "unknown";

    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
    private static final Comparator<CommunicatorFacts> LARGEST = Comparator.comparingInt(
                    (CommunicatorFacts each) -> each.ranks().orElse(0))
            .thenComparing(Comparator.comparingLong(CommunicatorFacts::createdMonotonicNanos)
                    .reversed());

    private final ShmHeader header;
    private final Optional<String> scheduled;
    private Optional<CommunicatorFacts> largest = Optional.empty();

    /// `scheduled` is the job id of the scheduler, if there is one.
    public JobIdentity(ShmHeader header, Optional<String> scheduled) {
        this.header = header;
        this.scheduled = scheduled;
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
}
