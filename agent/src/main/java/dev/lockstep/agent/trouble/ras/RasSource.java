// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.ras;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.agent.reader.ras.RasClient;
import dev.lockstep.agent.reader.ras.RasClient.Poll;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.agent.trouble.KnownJobs;
import dev.lockstep.agent.trouble.TroubleTally;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.model.time.EpochNanos;
import dev.lockstep.core.model.trouble.Trouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Asks RAS at a gentle interval and judges each answer beside the one before: what differs once may be on its way. An
/// incident counts when it begins. A version that is known to crash when it is asked while it makes communicators is
/// not asked at all, since nobody knows when it does, and not again where the first answer shows it.
///
/// ```
/// nccl_errors_total{node="node-a",source="ras",job_id="9001",kind="hang.rank_not_entered",cause="itself"} 1
/// ```
public final class RasSource implements Source {
    /// Longest answer that is judged: the verbose status of some thousand ranks.
    public static final int ANSWER_BYTES_MAX = 1 << 20;

    private final RasClient client;
    private final Duration interval;
    private final KnownJobs jobs;
    private final TroubleTally tally = new TroubleTally();
    private Optional<Instant> asked = Optional.empty();
    private Optional<String> before = Optional.empty();
    private Optional<String> fragile = Optional.empty();
    private Set<String> open = Set.of();
    private Reading last = new Reading.Absent("not asked yet");

    /// Asks that client, not more often than the interval.
    public RasSource(RasClient client, Duration interval, KnownJobs jobs) {
        this.client = client;
        this.interval = interval;
        this.jobs = jobs;
    }

    @Override
    public String name() {
        return "ras";
    }

    @Override
    public Reading read(Instant now) {
        boolean isTime =
                asked.isEmpty() || Duration.between(asked.get(), now).abs().compareTo(interval) >= 0;
        if (isTime) {
            asked = Optional.of(now);
            tally.forget(now);
            last = ask(now);
        }
        return last;
    }

    private Reading ask(Instant now) {
        Optional<String> refusal = refusal();
        if (refusal.isPresent()) {
            return without(refusal.get());
        }
        return switch (client.poll()) {
            case Poll.Answer answer -> judge(answer.report(), now);
            case Poll.Refused refused -> without(refused.reason());
            case Poll.Failed failed -> without(failed.reason());
        };
    }

    /// What processes of the node run is believed more than what was answered to an earlier question.
    private Optional<String> refusal() {
        Set<String> versions = jobs.ncclVersions();
        if (versions.isEmpty()) {
            return fragile.map(reason -> reason + "; restart the agent when another version runs");
        }
        return versions.stream()
                .sorted()
                .flatMap(version -> RasClient.refusal(version, true).stream())
                .findFirst();
    }

    /// No answer: two that are compared follow each other.
    private Reading without(String reason) {
        before = Optional.empty();
        open = Set.of();
        return tally.troubles().isEmpty()
                ? new Reading.Absent(reason)
                : Reading.Fresh.ofTroubles(tally.troubles(), tally.refused());
    }

    private Reading judge(String report, Instant now) {
        fragile = RasClient.refusal(RasClient.version(report), true);
        if (report.length() >= ANSWER_BYTES_MAX) {
            tally.refuse("answer_over_limit", 1);
            before = Optional.empty();
        } else {
            before.ifPresent(earlier -> compare(earlier, report, now));
            before = Optional.of(report);
        }
        return Reading.Fresh.ofTroubles(tally.troubles(), tally.refused());
    }

    private void compare(String earlier, String report, Instant now) {
        List<Sighting> seen = new ArrayList<>(sightings(earlier, 1));
        seen.addAll(sightings(report, 2));
        Set<String> holding = new HashSet<>();
        for (Conclusion conclusion : Diagnoser.diagnose(seen).conclusions()) {
            if (conclusion.isIncident() && holding.add(conclusion.incident())) {
                if (!open.contains(conclusion.incident())) {
                    count(conclusion, now);
                }
            }
        }
        open = holding;
    }

    private void count(Conclusion conclusion, Instant now) {
        List<Subject> named = Stream.concat(conclusion.culprits().stream(), conclusion.witnesses().stream())
                .toList();
        Optional<String> job = named.stream()
                .filter(subject -> subject.pid().isPresent())
                .flatMap(subject ->
                        jobs.of(subject.host().orElse(""), subject.pid().getAsLong()).stream())
                .findFirst();
        Trouble.Told told = new Trouble.Told(
                named.isEmpty() ? Subject.NONE.rank() : named.getFirst().rank(),
                conclusion.sentence(),
                EpochNanos.of(now));
        tally.add(
                job,
                new TroubleTally.Key(Trouble.What.ERROR, conclusion.signal().text(), "", true),
                1,
                told,
                now);
    }

    private static List<Sighting> sightings(String report, int poll) {
        try {
            return Scan.read(InputFile.of("poll " + poll, report.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    public void close() {
        open = Set.of();
    }
}
