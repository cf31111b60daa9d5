// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.brain.spool.Outbox;
import dev.lockstep.agent.brain.spool.SpoolLimits;
import dev.lockstep.agent.log.EventLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrainSenderTest {
    private static final Answer.Later AWAY = new Answer.Later("unreachable", Duration.ZERO);

    private final Outbox outbox = Outbox.open(1, Optional.empty(), SpoolLimits.USUAL);
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<Integer> posted = new ArrayList<>();
    private long nowNanos = 1_000;
    private final BrainSender sender = new BrainSender(
            0,
            "brain:28030",
            outbox,
            bytes -> {
                posted.add((int) bytes[0]);
                return answers.remove();
            },
            new BackOff(() -> 1),
            new BrainSender.Clock(() -> nowNanos, new EventLog(System.getLogger("test"), () -> Instant.EPOCH)));

    private Duration once(int batch, Answer answer) throws InterruptedException {
        outbox.add(new byte[] {(byte) batch}, new byte[0]);
        return again(answer);
    }

    private Duration again(Answer answer) throws InterruptedException {
        answers.add(answer);
        return sender.once(Duration.ZERO);
    }

    @Test
    void sendsUntilTheBrainHasIt() throws InterruptedException {
        assertThat(once(1, AWAY)).isEqualTo(Duration.ofSeconds(1));
        assertThat(again(AWAY)).isEqualTo(Duration.ofSeconds(2));
        assertThat(again(AWAY)).isEqualTo(Duration.ofSeconds(4));
        assertThat(again(new Answer.Taken(3))).isEqualTo(Duration.ZERO);
        assertThat(once(2, new Answer.Taken(3))).isEqualTo(Duration.ZERO);

        nowNanos += 500;
        assertThat(posted).containsExactly(1, 1, 1, 1, 2);
        assertThat(sender.sampling()).isEqualTo(3);
        assertThat(sender.counts().sent()).isEqualTo(2);
        assertThat(sender.counts().refused()).isEqualTo(Map.of("unreachable", 3L));
        assertThat(sender.counts().sinceAcknowledgedNanos()).hasValue(500);
    }

    @Test
    void doesNotSendAgainWhatTheBrainWillNeverTake() throws InterruptedException {
        once(1, new Answer.Refused("status_400"));
        once(2, new Answer.Taken(0));

        assertThat(posted).containsExactly(1, 2);
        assertThat(sender.counts().dropped()).isEqualTo(1);
    }

    @Test
    void waitsAsLongAsTheBrainAsks() throws InterruptedException {
        assertThat(once(1, new Answer.Later("status_429", Duration.ofSeconds(30))))
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(again(AWAY)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void backsOffToAMinuteAndBeginsAnewAfterASuccess() throws InterruptedException {
        Duration longest = Duration.ZERO;
        once(1, AWAY);
        for (int i = 0; i < 10; i++) {
            longest = again(AWAY);
        }
        again(new Answer.Taken(0));

        assertThat(longest).isEqualTo(Duration.ofSeconds(60));
        assertThat(once(2, AWAY)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void leavesAPartOfTheWaitToChance() {
        assertThat(new BackOff(() -> 0).failed()).isEqualTo(Duration.ofMillis(500));
        assertThat(new BackOff(() -> 0.5).failed()).isEqualTo(Duration.ofMillis(750));
    }
}
