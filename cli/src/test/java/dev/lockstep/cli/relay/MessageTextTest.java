// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.notification.Notification;
import dev.lockstep.cli.notification.Notification.Alert;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageTextTest {
    private static final long SEED = 20_261_130;

    private static final int BYTES_MAX = 2_048;

    private final MessageText texts = new MessageText(Optional.of(URI.create("https://grafana.example.com")));

    @Test
    void saysWhereWhatAndWhereToLook() {
        Alert alert = new Alert(
                true,
                Map.of(
                        "severity",
                        "P1",
                        "node",
                        "node-a",
                        "gpu",
                        "5",
                        "uuid",
                        "GPU-0a1b",
                        "rank",
                        "5",
                        "job_id",
                        "4711"),
                Map.of(
                        "summary", "Job 4711 waits",
                        "description", "In communicator 00c0 it comes last.",
                        "runbook_url", "https://example.com/NcclStraggler.md",
                        "dashboard", "/d/lockstep-ranks?var-job=4711"));

        assertThat(texts.of(notification(0, alert), BYTES_MAX)).isEqualTo("""
                **NcclStraggler** <font color="warning">P1</font>
                **Job 4711 waits**
                > node node-a · GPU 5 GPU-0a1b · rank 5 · job 4711
                > In communicator 00c0 it comes last.
                [Runbook](https://example.com/NcclStraggler.md) \
                [Dashboard](https://grafana.example.com/d/lockstep-ranks?var-job=4711)""");
    }

    @Test
    void leavesOutAndCountsWhatDoesNotFit() {
        List<Alert> alerts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            alerts.add(new Alert(true, Map.of("node", "节点-" + i), Map.of("summary", "很慢".repeat(40))));
        }

        String text = texts.of(notification(7, alerts.toArray(new Alert[0])), BYTES_MAX);

        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(BYTES_MAX);
        long shown = text.lines().filter(line -> line.startsWith("**很慢")).count();
        assertThat(shown).isPositive();
        assertThat(text).endsWith("and " + (60 + 7 - shown) + " more");
    }

    @Test
    void neverGrowsOverTheLimitWhateverJobsWrite() {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            Alert alert = new Alert(
                    random.nextBoolean(),
                    Map.of("node", text(random), "gpu", text(random), "uuid", text(random), "job_id", text(random)),
                    Map.of("summary", text(random), "description", text(random), "runbook_url", text(random)));

            String text = texts.of(notification(random.nextInt(3), alert, alert), BYTES_MAX);

            assertThat(text.getBytes(StandardCharsets.UTF_8))
                    .as("seed %d round %d", SEED, round)
                    .hasSizeLessThanOrEqualTo(BYTES_MAX);
            assertThat(text.replaceAll("</?font[^>]*>", "").replaceAll("(?m)^> ", ""))
                    .as("seed %d round %d", SEED, round)
                    .doesNotContain("<", ">", "[");
        }
    }

    @Test
    void keepsTheSummaryWhereTheRestDoesNotFit() {
        Alert alert = new Alert(
                true,
                Map.of("node", "节".repeat(60), "job_id", "作".repeat(60)),
                Map.of("summary", "慢".repeat(400), "description", "因".repeat(500)));

        String text = texts.of(notification(0, alert), BYTES_MAX);

        assertThat(text).contains("**" + "慢".repeat(299) + "…**").doesNotContain("> ");
    }

    @Test
    void tellsWhatIsOver() {
        Alert alert = new Alert(false, Map.of("severity", "P0"), Map.of("summary", "Job 4711 stands still"));

        assertThat(texts.of(
                        new Notification(false, Map.of("alertname", "NcclJobStopped"), "", 0, List.of(alert)),
                        BYTES_MAX))
                .isEqualTo("""
                        **NcclJobStopped** <font color="info">resolved</font>
                        <font color="info">resolved</font> Job 4711 stands still""");
    }

    private static Notification notification(long truncated, Alert... alerts) {
        return new Notification(true, Map.of("alertname", "NcclStraggler"), "", truncated, List.of(alerts));
    }

    private static String text(Random random) {
        String[] pieces = {"<@all>", "[x](http://e)", "慢", "\n> ", "a", "🦥", "\"", "http://x/ y", "**", "\u0000"};
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(400); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }
}
