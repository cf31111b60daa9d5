// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.usage;

import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.agent.snapshot.AgentUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Reads what this process has used from the kernel, and adds up its scrapes. Any thread may call it.
public final class UsageMeter {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String UNIT = " kB\n";
    private static final long BYTES_PER_KILOBYTE = 1024;

    private final Path status;
    private final Supplier<Optional<Duration>> processorTime;
    private final AtomicReference<Duration> scrapeTime = new AtomicReference<>(Duration.ZERO);

    private UsageMeter(Path status, Supplier<Optional<Duration>> processorTime) {
        this.status = status;
        this.processorTime = processorTime;
    }

    /// A meter of this process.
    public static UsageMeter ofThisProcess() {
        return of(STATUS, ProcessorTime.ofThisProcess()::read);
    }

    /// A meter that finds memory in `status`, a file in the form of `/proc/self/status`, and processor time there.
    public static UsageMeter of(Path status, Supplier<Optional<Duration>> processorTime) {
        return new UsageMeter(status, processorTime);
    }

    /// Adds the time that answering a scrape took.
    public void scraped(Duration took) {
        scrapeTime.updateAndGet(before -> before.plus(took));
    }

    /// What has been used until now.
    public AgentUsage read() {
        String said = text();
        return new AgentUsage(bytes(said, "RssAnon"), bytes(said, "RssFile"), processorTime.get(), scrapeTime.get());
    }

    private String text() {
        try {
            return Files.readString(status, StandardCharsets.ISO_8859_1);
        } catch (IOException notSaid) {
            return "";
        }
    }

    /// Of a line as `RssAnon:     40960 kB`. Every reading asks for two of sixty lines: no pattern looks at all of
    /// them.
    private static OptionalLong bytes(String said, String name) {
        String start = "\n" + name + ":";
        int line = said.indexOf(start);
        int unit = said.indexOf(UNIT, Math.max(0, line));
        OptionalLong kilobytes = line < 0 || unit < 0
                ? OptionalLong.empty()
                : Numbers.whole(said.substring(line + start.length(), unit));
        return kilobytes.isPresent() ? OptionalLong.of(kilobytes.getAsLong() * BYTES_PER_KILOBYTE) : kilobytes;
    }
}
