// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.notification.Notification.Alert;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlertLogTest {
    private final AlertLog log = new AlertLog();

    @Test
    void tellsANotificationWithSeveralAlertsInOneLine() {
        assertThat(tell(firing("DP_1"), firing("TP_1"))).containsExactly("A  held up in DP_1 (and 1 more alike)");
    }

    @Test
    void tellsOnlyWhatIsNewWhenAGroupIsNotifiedAgain() {
        tell(firing("DP_1"));

        assertThat(tell(firing("DP_1"))).isEmpty();
        assertThat(tell(firing("DP_1"), firing("TP_1"))).containsExactly("A  held up in TP_1");
    }

    @Test
    void tellsOnceThatItIsOverAndAgainIfItComesBack() {
        tell(firing("DP_1"));

        assertThat(tell(over("DP_1"))).containsExactly("A  over");
        assertThat(tell(over("DP_1"))).isEmpty();
        assertThat(tell(firing("DP_1"))).hasSize(1);
    }

    private List<String> tell(Alert... notices) {
        Optional<Duration> unknown = Optional.empty();
        return log.tell(List.of(notices), _ -> unknown);
    }

    private static Alert firing(String communicator) {
        return notice(communicator, true);
    }

    private static Alert over(String communicator) {
        return notice(communicator, false);
    }

    private static Alert notice(String communicator, boolean firing) {
        return new Alert(
                firing,
                Map.of("alertname", "A", "comm", communicator),
                Map.of("summary", "held up in " + communicator));
    }
}
