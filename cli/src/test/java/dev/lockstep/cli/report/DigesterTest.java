// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.cli.report.Digest.OfCause;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.server.history.BrainHistory;
import dev.lockstep.server.history.BrainHistory.Loss;
import dev.lockstep.server.history.BrainHistory.Pace;
import dev.lockstep.server.history.BrainHistory.Shape;
import dev.lockstep.server.history.BrainHistory.Told;
import dev.lockstep.server.history.BrainHistory.Verdict;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a week comes to.
class DigesterTest {
    private static final Instant UNTIL = Instant.parse("2026-11-30T00:00:00Z");
    private static final Instant SINCE = Instant.parse("2026-11-23T00:00:00Z");
    private static final long HOUR = SINCE.getEpochSecond() / 3_600;
    private static final long NANOS_PER_HOUR = 3_600_000_000_000L;

    private record HowMuch(double magnitude, String unit) {}

    private final List<Told> incidents = new ArrayList<>();
    private final List<Loss> losses = new ArrayList<>();
    private final List<Pace> paces = new ArrayList<>();

    @Test
    void chargesLostHoursToWhatNamesTheRankThen() {
        tell(incident("aa", FindingKind.STRAGGLER_GPU, 0, 2, rank(5, "node-a")), Optional.of(Verdict.CONFIRMED));
        losses.add(new Loss("job", "node-a", "5", HOUR + 1, 7_200));
        losses.add(new Loss("job", "node-a", "5", HOUR + 9, 3_600));
        losses.add(new Loss("job", "node-b", "6", HOUR + 1, 1_800));

        assertThat(digest().lost())
                .containsExactly(new OfCause("straggler_gpu", 2), new OfCause(LostTime.UNNAMED, 1.5));
    }

    @Test
    void chargesNothingToWhatWasCalledFalse() {
        tell(incident("aa", FindingKind.SLOW_NODE, 0, 2, rank(5, "node-a")), Optional.of(Verdict.FALSE));
        tell(incident("bb", FindingKind.SLOW_NODE, 0, 2, rank(6, "node-b")), Optional.of(Verdict.FALSE));
        tell(incident("cc", FindingKind.STRAGGLER_HOST, 0, 2, rank(6, "node-b")), Optional.empty());
        losses.add(new Loss("job", "node-a", "5", HOUR + 1, 7_200));
        losses.add(new Loss("job", "node-b", "6", HOUR + 1, 1_800));

        assertThat(digest().lost()).containsExactly(new OfCause("straggler_host", 0.5));
    }

    @Test
    void chargesAStopWithTheRanksThatStood() {
        tell(stop("aa", 4, 64), Optional.empty());
        tell(stop("bb", 4, 64), Optional.of(Verdict.FALSE));

        assertThat(digest().lost()).containsExactly(new OfCause("hang_not_entered", 256));
        assertThat(digest().kinds()).singleElement().satisfies(kind -> {
            assertThat(kind.incidents()).isEqualTo(2);
            assertThat(kind.called()).isEqualTo(1);
        });
        assertThat(digest().jobs())
                .singleElement()
                .satisfies(job -> assertThat(job.incidents()).isEqualTo(1));
    }

    @Test
    void saysWhichNodeDegradesAndWhenItIsNoUseAnyMore() {
        for (int day = 0; day < 5; day++) {
            tell(straggler("id" + day, 24 * day, 0.1 + 0.05 * day), Optional.empty());
        }

        assertThat(digest().suspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.name()).isEqualTo("node-a");
            assertThat(suspect.incidents()).isEqualTo(5);
            assertThat(suspect.trend().orElseThrow().daysToLimit()).hasValueCloseTo(4.0, within(1e-6));
        });
        assertThat(DigestText.of(digest())).anyMatch(line -> line.contains("node-a") && line.contains("4.0 days"));
    }

    @Test
    void findsOperationsThatTakeLonger() {
        Shape slower = new Shape("job", "00c0ffee00c0ffee", "AllReduce", "1MiB");
        Shape steady = new Shape("job", "00c0ffee00c0ffee", "AllGather", "1MiB");
        IntStream.range(0, 48).forEach(hour -> {
            paces.add(new Pace(slower, HOUR + hour, 0.001 * (1 + 0.005 * hour)));
            paces.add(new Pace(steady, HOUR + hour, 0.001 * (1 + 0.01 * (hour % 3))));
        });

        assertThat(digest().slower()).singleElement().satisfies(each -> {
            assertThat(each.collective()).isEqualTo("AllReduce");
            assertThat(each.trend().daysToLimit()).hasValueCloseTo(53 / 24.0, within(0.01));
        });
    }

    @Test
    void printsTheSameAsTextJsonAndPage() {
        tell(incident("aa", FindingKind.STRAGGLER_GPU, 0, 2, rank(5, "<b>node</b>")), Optional.empty());
        losses.add(new Loss("job", "<b>node</b>", "5", HOUR, 36_000));
        StringWriter json = new StringWriter();
        DigestJson.write(digest(), json);

        assertThat(DigestText.headline(digest()))
                .isEqualTo("2026-11-23T00:00:00Z to 2026-11-30T00:00:00Z: 1 incidents in 1 jobs, at most 10 GPU hours"
                        + " lost, most to <b>node</b>.");
        assertThat(json.toString()).contains("\"lost_gpu_hours\":10.0", "\"node\":\"<b>node</b>\"");
        assertThat(DigestPage.of(digest()))
                .contains("&lt;b&gt;node&lt;/b&gt;", "width:100.0%")
                .doesNotContain("<b>node");
    }

    private Digest digest() {
        return Digester.of(new BrainHistory(incidents, losses, paces, List.of()), SINCE, UNTIL);
    }

    private void tell(Incident incident, Optional<Verdict> verdict) {
        incidents.add(new Told(incident, verdict));
    }

    private static Entity rank(int rank, String node) {
        return new Entity(
                Optional.of(node), Optional.empty(), OptionalInt.of(rank), OptionalInt.empty(), Optional.empty());
    }

    private static Incident straggler(String id, int beginHour, double share) {
        return incident(
                id,
                FindingKind.STRAGGLER_GPU,
                beginHour,
                1,
                rank(5, "node-a"),
                new HowMuch(share, "share of what its peers compute"));
    }

    private static Incident stop(String id, int hours, int ranks) {
        return incident(id, FindingKind.HANG_NOT_ENTERED, 0, hours, rank(5, "node-a"), new HowMuch(ranks, "ranks"));
    }

    private static Incident incident(String id, FindingKind kind, int beginHour, int hours, Entity culprit) {
        return incident(id, kind, beginHour, hours, culprit, new HowMuch(0.25, "share of what its peers compute"));
    }

    private static Incident incident(
            String id, FindingKind kind, int beginHour, int hours, Entity culprit, HowMuch howMuch) {
        long begin = (HOUR + beginHour) * NANOS_PER_HOUR;
        long end = begin + hours * NANOS_PER_HOUR;
        return new Incident(
                id,
                kind,
                new JobKey("job", "life"),
                kind.isStop() ? Severity.P0 : Severity.P1,
                List.of(culprit),
                IncidentState.CLOSED,
                begin,
                end,
                OptionalLong.of(end),
                new Evidence("", "", OptionalLong.empty(), 1, 1, Map.of(), List.of()),
                0.9,
                howMuch.magnitude(),
                howMuch.unit(),
                "",
                "");
    }
}
