// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.notification.Notification.Alert;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoticeTextTest {
    private static final Map<String, String> LABELS =
            Map.of("alertname", "NcclStraggler", "severity", "P1", "node", "node-a", "gpu", "5", "rank", "5");

    @Test
    void isWrittenWithWhereItIsAndHowLongItTook() {
        var firing = new Alert(true, LABELS, Map.of("summary", "Rank 5 holds up TP_1"));
        var over = new Alert(false, LABELS, Map.of());

        assertThat(NoticeText.of(firing, Optional.of(Duration.ofSeconds(94))))
                .isEqualTo("P1 NcclStraggler  node-a GPU 5 rank 5  1m34s after the fault began: Rank 5 holds up TP_1");
        assertThat(NoticeText.of(over, Optional.of(Duration.ofSeconds(40))))
                .isEqualTo("P1 NcclStraggler  node-a GPU 5 rank 5  over, 40s after the fault ended");
        assertThat(NoticeText.of(over, Optional.empty())).endsWith("rank 5  over");
    }

    @Test
    void namesTheGpuByItsUuidWhereItHasNoNumber() {
        var notice = new Alert(true, Map.of("alertname", "A", "uuid", "GPU-1"), Map.of("summary", "s"));

        assertThat(NoticeText.of(notice, Optional.empty())).isEqualTo("A  GPU-1  s");
    }
}
