// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.history.BrainHistory;
import dev.lockstep.server.history.BrainHistory.Loss;
import dev.lockstep.server.history.BrainHistory.Told;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whom GPU hours were lost to, and why: those that late ranks cost, as the brain charged them, and those that stops
/// cost, which is the time of the ranks that stood still. What somebody called false costs nothing.
final class LostTime {
    /// The cause of what no incident of the time names.
    static final String UNNAMED = "not named";

    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double NANOS_PER_HOUR = 3_600e9;
    private static final String RANKS = "ranks";

    /// Some GPU hours.
    record Part(String cause, String jobId, String node, double gpuHours) {}

    private final List<Told> incidents;
    private final Instant since;
    private final Instant until;

    private LostTime(List<Told> incidents, Instant since, Instant until) {
        this.incidents = incidents;
        this.since = since;
        this.until = until;
    }

    static List<Part> of(BrainHistory history, Instant since, Instant until) {
        LostTime time = new LostTime(history.incidents(), since, until);
        List<Part> parts = new ArrayList<>();
        for (Loss loss : history.losses()) {
            time.cause(loss)
                    .ifPresent(cause -> parts.add(
                            new Part(cause, loss.jobId(), loss.node(), loss.gpuSeconds() / SECONDS_PER_HOUR)));
        }
        history.incidents().stream()
                .filter(told -> !told.isFalse())
                .map(Told::incident)
                .filter(incident -> incident.kind().isStop() && incident.unit().equals(RANKS))
                .forEach(incident -> parts.add(time.stop(incident)));
        return parts;
    }

    /// Empty if all that names it was called false.
    private Optional<String> cause(Loss loss) {
        List<Told> naming =
                incidents.stream().filter(told -> names(told.incident(), loss)).toList();
        if (naming.isEmpty()) {
            return Optional.of(UNNAMED);
        }
        return naming.stream()
                .filter(told -> !told.isFalse())
                .map(told -> told.incident().kind().label())
                .findFirst();
    }

    private static boolean names(Incident incident, Loss loss) {
        return incident.job().jobId().equals(loss.jobId())
                && isLateness(incident.kind())
                && overlaps(incident, loss.hour())
                && incident.culprits().stream().anyMatch(culprit -> names(culprit, loss));
    }

    private static boolean isLateness(FindingKind kind) {
        return switch (kind) {
            case STRAGGLER_GPU, STRAGGLER_HOST, SLOW_NODE, IMBALANCE -> true;
            case SLOW_LINK,
                    SLOW_CHANNEL,
                    HANG_NOT_ENTERED,
                    HANG_MISMATCH,
                    HANG_NOT_STARTED,
                    HANG_ALL_ENTERED,
                    PROCESS_GONE,
                    HANG_SETUP,
                    HANG_UNKNOWN,
                    DRIFT,
                    ODD_HARDWARE,
                    HARDWARE_WEARING,
                    LOSS_OF_SIGHT -> false;
        };
    }

    private static boolean overlaps(Incident incident, long hour) {
        double begin = incident.startWallNanos() / NANOS_PER_HOUR;
        double end = incident.endWallNanos().orElse(incident.updatedWallNanos()) / NANOS_PER_HOUR;
        return begin < hour + 1 && end >= hour;
    }

    private static boolean names(Entity culprit, Loss loss) {
        if (culprit.rank().isPresent()) {
            return Integer.toString(culprit.rank().getAsInt()).equals(loss.rank());
        }
        return culprit.node().filter(loss.node()::equals).isPresent();
    }

    private Part stop(Incident incident) {
        long begin = Math.max(incident.startWallNanos(), nanos(since));
        long last = incident.endWallNanos().orElse(incident.updatedWallNanos());
        long end = Math.min(last, nanos(until));
        Optional<String> node = incident.culprits().stream()
                .flatMap(culprit -> culprit.node().stream())
                .findFirst();
        double hours = incident.magnitude() * Math.max(0, end - begin) / NANOS_PER_HOUR;
        return new Part(incident.kind().label(), incident.job().jobId(), node.orElse(""), hours);
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L;
    }
}
