// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lockstep.agent.FakeSource;
import dev.lockstep.agent.source.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AsideSourceTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_000);

    @Test
    void givesWhatTheReadingBeforeGave() {
        FakeSource source = new FakeSource("ras").reads(() -> new Reading.Absent("nobody listens"));
        try (AsideSource aside = new AsideSource(source)) {
            assertThat(aside.name()).isEqualTo("ras");
            assertThat(aside.read(NOW)).isEqualTo(new Reading.Absent("not read yet"));
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(aside.read(NOW)).isEqualTo(new Reading.Absent("nobody listens")));
        }
        assertThat(source.isClosed()).isTrue();
    }

    @Test
    void doesNotWaitForAReadingThatHangs() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        FakeSource source = new FakeSource("job_logs").reads(() -> hang(begun, gate));
        try (AsideSource aside = new AsideSource(source)) {
            assertThat(aside.read(NOW)).isInstanceOf(Reading.Absent.class);
            begun.await();
            assertThat(aside.read(NOW.plusSeconds(29))).isInstanceOf(Reading.Absent.class);
            assertThat(aside.read(NOW.plusSeconds(30)))
                    .isInstanceOfSatisfying(
                            Reading.Failed.class,
                            failed -> assertThat(failed.reason()).contains("hangs since 30 s"));
            gate.countDown();
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(aside.read(NOW.plusSeconds(31))).isEqualTo(new Reading.Absent("late")));
        }
    }

    private static Reading hang(CountDownLatch begun, CountDownLatch gate) {
        begun.countDown();
        try {
            gate.await();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        return new Reading.Absent("late");
    }

    @Test
    void saysThatAReadingThrew() {
        FakeSource source = new FakeSource("ras").reads(() -> {
            throw new IllegalStateException("boom");
        });
        try (AsideSource aside = new AsideSource(source)) {
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(aside.read(NOW))
                            .isInstanceOfSatisfying(
                                    Reading.Failed.class,
                                    failed -> assertThat(failed.reason()).contains("boom")));
        }
    }
}
