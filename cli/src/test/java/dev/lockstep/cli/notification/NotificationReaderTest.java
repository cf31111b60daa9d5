// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.lockstep.cli.notification.Notification.Alert;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NotificationReaderTest {
    private static final long SEED = 20_261_130;
    private static final String WEBHOOK = """
            {"receiver":"page","status":"resolved","alerts":[{"status":"firing","labels":{"alertname":"A","job_id":"1"},
            "annotations":{"summary":"s"},"startsAt":"2026-11-30T12:00:00Z","endsAt":"0001-01-01T00:00:00Z",
            "generatorURL":"http://p/graph","fingerprint":"d1"},{"status":"resolved","labels":{},"annotations":{}}],
            "groupLabels":{"alertname":"A"},"commonLabels":{},"commonAnnotations":{},"externalURL":"http://a:9093",
            "version":"4","groupKey":"{}:{}","truncatedAlerts":3}
            """;

    @Test
    void readsVersion4() {
        Notification read = read(WEBHOOK.getBytes(StandardCharsets.UTF_8));

        assertThat(read.isFiring()).isFalse();
        assertThat(read.groupLabels()).containsEntry("alertname", "A");
        assertThat(read.externalUrl()).isEqualTo("http://a:9093");
        assertThat(read.truncatedAlerts()).isEqualTo(3);
        assertThat(read.firing()).hasSize(1);
        assertThat(read.firing().getFirst().label("job_id")).isEqualTo("1");
        assertThat(read.firing().getFirst().annotation("summary")).isEqualTo("s");
        assertThat(read.resolved()).hasSize(1);
    }

    @Test
    void readsTheAlertsOfANotificationAndSkipsTheRest() {
        List<Alert> notices = alerts("""
            {"version": "4", "groupLabels": {"alertname": "A"}, "truncatedAlerts": 0, "alerts": [
              {"status": "firing", "labels": {"alertname": "A", "rank": "5"},
               "annotations": {"summary": "it is late"}, "startsAt": "2026-11-30T12:00:00Z", "more": [1, {"a": 2}]},
              {"labels": {"alertname": "B"}, "status": "resolved", "annotations": {}}], "status": "firing"}
            """);

        assertThat(notices)
                .containsExactly(
                        new Alert(true, Map.of("alertname", "A", "rank", "5"), Map.of("summary", "it is late")),
                        new Alert(false, Map.of("alertname", "B"), Map.of()));
    }

    @Test
    void readsNothingOutOfWhatIsNoNotification() {
        assertThat(alerts("")).isEmpty();
        assertThat(alerts("[]")).isEmpty();
        assertThat(alerts("{\"alerts\": 3}")).isEmpty();
        assertThat(alerts("{\"alerts\": [{\"labels\"")).isEmpty();
    }

    @Test
    void survivesAnyBytes() {
        Random random = new Random(SEED);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = WEBHOOK.getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(6); change >= 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            assertThatCode(() -> NotificationReader.read(cut))
                    .as("seed %d round %d", SEED, round)
                    .doesNotThrowAnyException();
        }
    }

    private static Notification read(byte[] body) {
        return NotificationReader.read(body).orElseThrow();
    }

    private static List<Alert> alerts(String body) {
        return NotificationReader.read(body.getBytes(StandardCharsets.UTF_8))
                .map(Notification::alerts)
                .orElse(List.of());
    }
}
