// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.dashboards.board.Dashboards;
import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.peer.PrometheusServer;
import dev.lockstep.cli.peer.Sample;
import dev.lockstep.cli.rules.model.Flavour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every question that a dashboard asks, asked of a Prometheus that watches a cluster with a late rank. What may have
/// no
/// answer stands in {@link MayBeEmpty}; an error, a join of many to many for example, is never an answer.
final class DashboardsLiveTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");
    private static final Pattern RESULT = Pattern.compile("query_result\\((.*)\\)");

    @TempDir
    static Path folder;

    private static LiveCluster cluster;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(Files.exists(LiveCluster.PLUGIN), "the plugin is not built: make -C plugin");
        assumeTrue(PrometheusServer.isInstalled(), "apt-get install prometheus");
        assumeTrue(Files.exists(LiveCluster.NODE_EXPORTER), "apt-get install prometheus-node-exporter");
        cluster = LiveCluster.start(folder);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersEveryQuestionOfEveryPanel(Flavour flavour) {
        PrometheusServer prometheus = cluster.prometheus(flavour);
        List<Choices> choices = choices(prometheus);
        Set<Asked> open = new LinkedHashSet<>();
        for (Dashboard board : Dashboards.all()) {
            for (Choices chosen : choices) {
                Question.of(board).stream()
                        .filter(question -> !MayBeEmpty.allows(question))
                        .forEach(question -> open.add(
                                new Asked(question.name(), chosen.on(board).in(question.expression()))));
            }
        }

        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> {
            open.removeIf(asked -> hasAnswer(prometheus, asked.expression()));
            assertThat(open).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void understandsWhatMayBeEmptyToo(Flavour flavour) throws IOException, InterruptedException {
        PrometheusServer prometheus = cluster.prometheus(flavour);
        Choices chosen = choices(prometheus).getFirst();
        for (Dashboard board : Dashboards.all()) {
            for (Question question : Question.of(board)) {
                assertThat(prometheus.query(chosen.on(board).in(question.expression())))
                        .isNotNull();
            }
        }
    }

    @Test
    void offersSomethingToChooseInEveryVariable() {
        PrometheusServer prometheus = cluster.prometheus(Flavour.CLASSIC);
        Choices chosen = choices(prometheus).getFirst();

        for (Dashboard board : Dashboards.all()) {
            assertThat(board.choosers()).allSatisfy(chooser -> {
                Matcher values = VALUES.matcher(chooser.query());
                Matcher result = RESULT.matcher(chooser.query());
                String series = values.matches()
                        ? "count by (" + values.group(2) + ") (" + values.group(1) + ")"
                        : result.replaceFirst("$1");
                assertThat(prometheus.await(chosen.on(board).in(series), found -> !found.isEmpty()))
                        .as("%s on %s", chooser.variable(), board.uid())
                        .isNotEmpty();
            });
        }
    }

    @Test
    void namesTheLateRankAndItsGpuInTheListOfJobs() {
        Question culprit = Question.of(Dashboards.all().getFirst()).stream()
                .filter(question -> question.expression().contains("nccl_culprit_share"))
                .findFirst()
                .orElseThrow();
        PrometheusServer prometheus = cluster.prometheus(Flavour.CLASSIC);

        List<Sample> found = prometheus.awaitAtMost(
                PATIENCE,
                new Choices(Map.of("job", LiveCluster.LATE_JOB)).in(culprit.expression()),
                samples -> samples.size() == 1 && samples.getFirst().value() > 0.05);

        assertThat(found.getFirst().label("rank")).isEqualTo(LiveCluster.LATE_RANK);
        assertThat(found.getFirst().label("node")).isEqualTo(LiveCluster.NODES.getFirst());
        assertThat(found.getFirst().label("uuid")).startsWith("GPU-");
    }

    @Test
    void answersWhatNvidiasOwnDashboardAsks() {
        PrometheusServer prometheus = cluster.prometheus(Flavour.CLASSIC);
        List<String> open = new ArrayList<>(InspectorQueries.of(LiveCluster.CLUSTER, "late|pipeline"));
        assertThat(open).hasSize(20);

        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> {
            open.removeIf(query -> hasAnswer(prometheus, query));
            assertThat(open).isEmpty();
        });
    }

    /// One for each node, since the exporters of GPUs spell the host in two ways.
    private static List<Choices> choices(PrometheusServer prometheus) {
        return LiveCluster.NODES.stream().map(node -> choices(prometheus, node)).toList();
    }

    private static Choices choices(PrometheusServer prometheus, String node) {
        String ranks = "nccl_rank_info{job_id=\"%s\",node=\"%s\",uuid!=\"\"}".formatted(LiveCluster.LATE_JOB, node);
        List<Sample> found = prometheus.awaitAtMost(PATIENCE, ranks, samples -> samples.size() == 4);
        return new Choices(Map.of(
                "job",
                LiveCluster.LATE_JOB,
                "node",
                node,
                "uuid",
                found.getFirst().label("uuid")));
    }

    private static boolean hasAnswer(PrometheusServer prometheus, String expression) {
        try {
            return prometheus.query(expression).stream().anyMatch(sample -> !Double.isNaN(sample.value()));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(expression, e);
        }
    }

    /// A question as it is sent.
    private record Asked(String name, String expression) {}
}
