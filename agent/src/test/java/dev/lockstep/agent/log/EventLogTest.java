// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.ManualClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Lines for people and for programs, and no flood.
class EventLogTest {
    private final ManualClock clock = new ManualClock();
    private final List<String> lines = new ArrayList<>();
    private final EventLog log = new EventLog(new Lines(), clock);

    @Test
    void writesOneLineOfKeysAndValues() {
        log.log(Level.WARNING, "source_failed", "source", "inspector_json", "reason", "\"a\\b\"\n{0} 'x'", "empty", "");

        assertThat(lines)
                .containsExactly("WARNING event=source_failed source=inspector_json"
                        + " reason=\"\\\"a\\\\b\\\" {0} 'x'\" empty=\"\"");
    }

    @Test
    void writesWhatRepeatsItselfOnceInAWhileWithItsCount() {
        for (int i = 0; i < 100; i++) {
            log.log(Level.WARNING, "source_failed", "reason", "process " + i + " is gone");
            log.log(Level.INFO, "source_reads_again");
        }
        assertThat(lines)
                .containsExactly(
                        "WARNING event=source_failed reason=\"process 0 is gone\"", "INFO event=source_reads_again");

        clock.advance(EventLog.QUIET);
        log.log(Level.WARNING, "source_failed", "reason", "process 7 is gone");
        assertThat(lines)
                .hasSize(3)
                .last()
                .isEqualTo("WARNING event=source_failed reason=\"process 7 is gone\" repeated=99");

        clock.advance(EventLog.QUIET.plus(Duration.ofSeconds(1)));
        log.log(Level.WARNING, "source_failed", "reason", "process 8 is gone");
        assertThat(lines).hasSize(4).last().asString().doesNotContain("repeated");
    }

    @Test
    void remembersABoundedNumber() {
        for (int i = 0; i < 10_000; i++) {
            log.log(Level.INFO, "event_" + Integer.toString(i, 36).replaceAll("\\d", "_") + "x".repeat(i % 200));
        }
        log.log(Level.INFO, "long", "value", "y".repeat(100_000));

        assertThat(lines.getLast()).hasSizeLessThan(600);
    }

    private final class Lines implements Logger {
        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String text, @Nullable Throwable thrown) {
            lines.add(level + " " + text);
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String format, Object @Nullable ... values) {
            lines.add(level + " " + format);
        }
    }
}
