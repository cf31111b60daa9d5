// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.snapshot.AgentUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the agent says of itself is what the kernel says.
class UsageMeterTest {
    @TempDir
    private Path folder;

    @Test
    void takesMemoryFromTheKernelsLines() throws IOException {
        Path status = folder.resolve("status");
        Files.writeString(status, "Name:\tjava\nVmRSS:\t  60 kB\nRssAnon:\t   40960 kB\nRssFile:\t   2048 kB\n");
        AgentUsage usage =
                UsageMeter.of(status, () -> Optional.of(Duration.ofSeconds(2))).read();

        assertThat(usage.anonBytes()).hasValue(40_960L * 1024);
        assertThat(usage.fileBytes()).hasValue(2_048L * 1024);
        assertThat(usage.processorTime()).contains(Duration.ofSeconds(2));
    }

    @Test
    void saysNothingThatTheKernelDoesNotSay() {
        AgentUsage usage =
                UsageMeter.of(folder.resolve("none"), Optional::empty).read();

        assertThat(usage).isEqualTo(AgentUsage.UNKNOWN);
    }

    @Test
    void addsScrapesUp() {
        UsageMeter meter = UsageMeter.of(folder.resolve("none"), Optional::empty);
        meter.scraped(Duration.ofMillis(5));
        meter.scraped(Duration.ofMillis(7));

        assertThat(meter.read().scrapeTime()).isEqualTo(Duration.ofMillis(12));
    }

    @Test
    void addsTimesOfUserAndSystemBehindAnyName() throws IOException {
        Path stat = folder.resolve("stat");
        Files.writeString(stat, "1 (a) b) S 0 1 1 0 -1 4194560 1 2 3 4 250 50 9 9 20 0 1\n");
        Path cut = folder.resolve("cut");
        Files.writeString(cut, "1 (a) S 0 1");

        assertThat(new ProcessorTime(stat).read()).contains(Duration.ofSeconds(3));
        assertThat(new ProcessorTime(cut).read()).isEmpty();
        assertThat(new ProcessorTime(folder.resolve("none")).read()).isEmpty();
    }

    @Test
    void knowsThisProcess() {
        AgentUsage usage = UsageMeter.ofThisProcess().read();

        assertThat(usage.anonBytes().orElseThrow()).isPositive();
        assertThat(usage.processorTime()).isPresent();
    }
}
