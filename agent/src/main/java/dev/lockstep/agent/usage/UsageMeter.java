// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.usage;

import dev.lockstep.agent.snapshot.AgentUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what this process has used from the kernel, and adds up its scrapes. Any thread may call it.
public final class UsageMeter {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern KILOBYTES = Pattern.compile("(\\w+):\\s+(\\d{1,15}) kB");
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
        return of(STATUS, () -> ProcessHandle.current().info().totalCpuDuration());
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
        List<String> lines = lines();
        return new AgentUsage(bytes(lines, "RssAnon"), bytes(lines, "RssFile"), processorTime.get(), scrapeTime.get());
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(status);
        } catch (IOException notSaid) {
            return List.of();
        }
    }

    private static OptionalLong bytes(List<String> lines, String name) {
        return lines.stream()
                .map(KILOBYTES::matcher)
                .filter(Matcher::matches)
                .filter(line -> line.group(1).equals(name))
                .mapToLong(line -> Long.parseLong(line.group(2)) * BYTES_PER_KILOBYTE)
                .findFirst();
    }
}
