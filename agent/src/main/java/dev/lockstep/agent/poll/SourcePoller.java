// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.agent.log.EventLog;
import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.ReportedTiming;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.trouble.Trouble;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads one source again and again and remembers what a single reading does not tell: what ended a moment ago, and
/// when the source was last good. One thread uses it.
final class SourcePoller {
    private static final String UNREAD = "unread";
    private static final Logger LOG = System.getLogger(SourcePoller.class.getName());

    private final Source source;
    private final Keeper keeper;
    private final Duration grace;
    private final Retention retention;
    private final Clocks clocks;
    private final EventLog events;
    private Map<String, Long> refused = Map.of();
    private Optional<Instant> lastGoodAt = Optional.empty();
    private final Set<ProcessIdentity> knownToFold = new HashSet<>();
    private String lastProblem = UNREAD;

    SourcePoller(PolledSource polled, PollRules rules, Clocks clocks) {
        this.source = polled.source();
        this.keeper = polled.keeper();
        this.grace = rules.grace();
        this.retention = new Retention(grace, rules.seriesPerGpu());
        this.clocks = clocks;
        this.events = new EventLog(LOG, clocks.wall());
    }

    SourceSnapshot poll() {
        Instant now = clocks.wall().instant();
        Reading reading = read(now);
        Duration took = NodeSnapshot.between(now, clocks.wall().instant());
        SourceState state = note(reading, now);
        List<ProcessSnapshot> shown = retention.update(seen(reading), clocks.steady(), shownAlready(reading));
        Map<ProcessIdentity, FoldedSeries> folded = retention.folded();
        logFolds(folded.keySet());
        return new SourceSnapshot(
                source.name(),
                state,
                shown,
                timings(reading),
                devices(reading),
                folded,
                seen(reading).size(),
                refused,
                now,
                lastGoodAt,
                took,
                troubles(reading));
    }

    /// One line a process.
    private void logFolds(Set<ProcessIdentity> folded) {
        knownToFold.retainAll(folded);
        for (ProcessIdentity process : folded) {
            if (knownToFold.add(process)) {
                events.log(
                        Level.WARNING,
                        "series_folded",
                        "source",
                        source.name(),
                        "job_id",
                        process.jobId(),
                        "pid",
                        Long.toString(process.processId()),
                        "reason",
                        "more series than series-per-gpu allows: the rest is in other, raise it to see them");
            }
        }
    }

    private static List<ProcessSnapshot> seen(Reading reading) {
        return reading instanceof Reading.Fresh fresh ? fresh.processes() : List.of();
    }

    private static List<ReportedTiming> timings(Reading reading) {
        return reading instanceof Reading.Fresh fresh ? fresh.timings() : List.of();
    }

    private static DeviceReport devices(Reading reading) {
        return reading instanceof Reading.Fresh fresh ? fresh.devices() : DeviceReport.NONE;
    }

    private static List<Trouble> troubles(Reading reading) {
        return reading instanceof Reading.Fresh fresh ? fresh.troubles() : List.of();
    }

    /// What a failed reading lacks has not ended, so that its grace begins with the failure.
    private Duration shownAlready(Reading reading) {
        return keeper == Keeper.SOURCE && reading instanceof Reading.Fresh ? grace : Duration.ZERO;
    }

    void close() {
        source.close();
    }

    /// A source never throws for what the world does to it; if it does nevertheless, that costs one reading.
    private Reading read(Instant now) {
        try {
            return source.read(now);
        } catch (RuntimeException mistake) {
            return new Reading.Failed("a mistake in Lockstep, please report it: " + mistake);
        }
    }

    private SourceState note(Reading reading, Instant now) {
        return switch (reading) {
            case Reading.Fresh fresh -> {
                refused = fresh.refused();
                lastGoodAt = Optional.of(now);
                logOnce(Level.INFO, "");
                yield new SourceState.Fresh();
            }
            case Reading.Absent(String reason) -> {
                logOnce(Level.INFO, reason);
                yield new SourceState.Absent(reason);
            }
            case Reading.Failed(String reason) -> {
                logOnce(Level.WARNING, reason);
                yield new SourceState.Failed(reason);
            }
        };
    }

    /// One line each time the state changes, not one a second. That it works or is absent from the start is no news.
    private void logOnce(Level level, String problem) {
        boolean isNews = !lastProblem.equals(UNREAD) || level == Level.WARNING;
        if (isNews && !problem.equals(lastProblem)) {
            if (problem.isEmpty()) {
                events.log(level, "source_reads_again", "source", source.name());
            } else {
                String event = level == Level.WARNING ? "source_failed" : "source_absent";
                events.log(level, event, "source", source.name(), "reason", problem);
            }
        }
        lastProblem = problem;
    }
}
