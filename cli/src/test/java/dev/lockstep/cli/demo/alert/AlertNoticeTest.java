// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlertNoticeTest {
    private static final Map<String, String> LABELS =
            Map.of("alertname", "NcclStraggler", "severity", "P1", "node", "node-a", "gpu", "5", "rank", "5");

    @Test
    void readsTheAlertsOfANotificationAndSkipsTheRest() {
        List<AlertNotice> notices = read("""
            {"version": "4", "groupLabels": {"alertname": "A"}, "truncatedAlerts": 0, "alerts": [
              {"status": "firing", "labels": {"alertname": "A", "rank": "5"},
               "annotations": {"summary": "it is late"}, "startsAt": "2026-11-30T12:00:00Z", "more": [1, {"a": 2}]},
              {"labels": {"alertname": "B"}, "status": "resolved", "annotations": {}}], "status": "firing"}
            """);

        assertThat(notices)
                .containsExactly(
                        new AlertNotice(true, Map.of("alertname", "A", "rank", "5"), Map.of("summary", "it is late")),
                        new AlertNotice(false, Map.of("alertname", "B"), Map.of()));
    }

    @Test
    void readsNothingOutOfWhatIsNoNotification() {
        assertThat(read("")).isEmpty();
        assertThat(read("[]")).isEmpty();
        assertThat(read("{\"alerts\": 3}")).isEmpty();
        assertThat(read("{\"alerts\": [{\"labels\"")).isEmpty();
    }

    @Test
    void isWrittenWithWhereItIsAndHowLongItTook() {
        var firing = new AlertNotice(true, LABELS, Map.of("summary", "Rank 5 holds up TP_1"));
        var over = new AlertNotice(false, LABELS, Map.of());

        assertThat(NoticeText.of(firing, Optional.of(Duration.ofSeconds(94))))
                .isEqualTo("P1 NcclStraggler  node-a GPU 5 rank 5  1m34s after the fault began: Rank 5 holds up TP_1");
        assertThat(NoticeText.of(over, Optional.of(Duration.ofSeconds(40))))
                .isEqualTo("P1 NcclStraggler  node-a GPU 5 rank 5  over, 40s after the fault ended");
        assertThat(NoticeText.of(over, Optional.empty())).endsWith("rank 5  over");
    }

    @Test
    void namesTheGpuByItsUuidWhereItHasNoNumber() {
        var notice = new AlertNotice(true, Map.of("alertname", "A", "uuid", "GPU-1"), Map.of("summary", "s"));

        assertThat(NoticeText.of(notice, Optional.empty())).isEqualTo("A  GPU-1  s");
    }

    private static List<AlertNotice> read(String text) {
        return AlertNotice.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
