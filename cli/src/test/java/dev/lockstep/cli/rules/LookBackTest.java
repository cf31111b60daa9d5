// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.peer.PrometheusServer;
import dev.lockstep.cli.peer.Promtool;
import dev.lockstep.cli.peer.Sample;
import dev.lockstep.cli.rules.alert.AlertRules;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.model.RuleGroup;
import dev.lockstep.cli.rules.record.RecordingRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A history is made for the rules from a week that was scraped before they were there, as docs/operations/look-back.md
/// tells operators to, and in it the slow degradation is found when it should be.
class LookBackTest {
    private static final String LEVEL = "job_comm_collective_size:nccl_duration_seconds:";

    private static final Duration STEP = Duration.ofMinutes(5);

    /// The week fits into one block, so that promtool reads the fixture once and not for each two hours.
    private static final String ONE_BLOCK = "--max-block-duration=162h";

    @TempDir
    private static Path folder;

    private static @Nullable PrometheusServer prometheus;

    @BeforeAll
    static void makeHistory() throws IOException, InterruptedException {
        assumeTrue(PrometheusServer.isInstalled() && Promtool.isInstalled(), "apt-get install prometheus");
        Path week = folder.resolve("week.om");
        new SyntheticWeek().write(week);
        promtool("openmetrics", ONE_BLOCK, week.toString(), "tsdb");
        Files.delete(week);
        int pass = 0;
        for (List<RuleGroup> groups : Backfill.passes(needed())) {
            pass++;
            RuleFile file = new RuleFile("pass-" + pass + ".rules.yml", "A pass.", groups);
            Path rules = Files.writeString(folder.resolve(file.name()), file.yaml());
            try (PrometheusServer server = PrometheusServer.in(folder).start()) {
                promtool(
                        "rules",
                        ONE_BLOCK,
                        "--url=" + server.uri(),
                        "--start=" + SyntheticWeek.START.getEpochSecond(),
                        "--end=" + SyntheticWeek.END.getEpochSecond(),
                        "--output-dir=tsdb",
                        rules.toString());
            }
        }
        prometheus = PrometheusServer.in(folder).start();
    }

    @AfterAll
    static void close() {
        if (prometheus != null) {
            prometheus.close();
        }
    }

    @Test
    void drawsTheBaselineBesideWhatItMeasures() throws Exception {
        for (String name : List.of("p50", "mean")) {
            String now = name.equals("p50") ? "p50_5m" : "mean5m";
            Sample baseline = only(
                    "shape:nccl_duration_seconds:" + name + "_baseline7d",
                    SyntheticWeek.END.minus(Duration.ofHours(1)));
            double usual = value("shape:nccl_duration_seconds:" + now, SyntheticWeek.ONSET)
                    .orElseThrow();

            assertThat(baseline.labels())
                    .containsEntry("role", "data")
                    .containsEntry("nranks", "2")
                    .containsEntry("nnodes", "1")
                    .containsEntry("collective", "AllReduce")
                    .containsEntry("size", "64MiB");
            assertThat(baseline.value()).as(SyntheticWeek.seed()).isCloseTo(usual, within(0.1 * usual));
        }
    }

    @Test
    void hasNoBaselineInTheFirstHours() throws Exception {
        String baseline = "shape:nccl_duration_seconds:mean_baseline7d";
        assertThat(value(baseline, SyntheticWeek.START.plus(Duration.ofMinutes(110))))
                .isEmpty();
        assertThat(value(baseline, SyntheticWeek.START.plus(Duration.ofHours(3))))
                .isPresent();
    }

    @Test
    void tellsHowMuchSlowerItBecame() throws Exception {
        for (int hours : new int[] {-24, 0, 12, 24, 36, 47}) {
            Instant time = SyntheticWeek.ONSET.plus(Duration.ofHours(hours));
            double truth = SyntheticWeek.slowdown(time);

            assertThat(value(LEVEL + "mean_to_baseline", time).orElseThrow())
                    .as("%d hours after the onset, %s", hours, SyntheticWeek.seed())
                    .isCloseTo(truth, within(0.05 * truth));
        }
    }

    @Test
    void findsTheDegradationBeforeItDoublesTheTimeAndNeverOnAUsualDay() throws Exception {
        for (Instant time = SyntheticWeek.START;
                !time.isAfter(SyntheticWeek.ONSET);
                time = time.plus(Duration.ofHours(2))) {
            assertThat(value(AlertRules.DEGRADING, time))
                    .as("usual at %s", time)
                    .isEmpty();
        }
        Instant doubled = SyntheticWeek.ONSET.plus(Duration.ofHours(40));
        assertThat(value(AlertRules.DEGRADING, SyntheticWeek.ONSET.plus(Duration.ofHours(2))))
                .isEmpty();
        for (Instant time = doubled.minus(Duration.ofHours(18));
                time.isBefore(SyntheticWeek.END);
                time = time.plus(Duration.ofHours(2))) {
            assertThat(value(AlertRules.DEGRADING, time))
                    .as("slower at %s", time)
                    .isPresent();
        }
    }

    /// What the ratios to the baselines need, evaluated less often than in production, for the time it takes.
    private static List<RuleGroup> needed() {
        List<RuleGroup> all = RecordingRules.files(Flavour.CLASSIC).stream()
                .flatMap(file -> file.groups().stream())
                .map(group -> group.every(STEP))
                .toList();
        return Backfill.needed(List.of(LEVEL + "p50_to_baseline", LEVEL + "mean_to_baseline"), all);
    }

    private static OptionalDouble value(String expression, Instant time) throws IOException, InterruptedException {
        return query(expression, time).stream().mapToDouble(Sample::value).findAny();
    }

    private static List<Sample> query(String expression, Instant time) throws IOException, InterruptedException {
        return Objects.requireNonNull(prometheus, "not started").queryAt(expression, time);
    }

    private static Sample only(String expression, Instant time) throws IOException, InterruptedException {
        List<Sample> samples = query(expression, time);
        assertThat(samples).as(expression).hasSize(1);
        return samples.getFirst();
    }

    private static void promtool(String from, String... arguments) throws IOException, InterruptedException {
        List<String> all = Stream.concat(Stream.of("tsdb", "create-blocks-from", from, "--quiet"), Stream.of(arguments))
                .toList();
        Promtool.Result result = Promtool.run(folder, all);
        assertThat(result.exitCode()).as(result.text()).isZero();
    }
}
