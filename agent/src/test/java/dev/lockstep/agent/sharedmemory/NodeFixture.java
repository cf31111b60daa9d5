// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A node with a directory of the plugin's, processes that write into it, and a source that reads it.
final class NodeFixture implements AutoCloseable {
    static final String BOOT = "11111111-2222-3333-4444-555555555555";
    static final Duration GRACE = Duration.ofMinutes(2);

    private final Path directory;
    private final List<ShmWriter> writers = new ArrayList<>();
    private final List<OperationRecord> records = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private SharedMemorySource source;

    NodeFixture(Path directory) throws IOException {
        this.directory = directory;
        this.source = newSource();
    }

    private SharedMemorySource newSource() throws IOException {
        int ownUserId = FileIdentity.of(Path.of("/proc/self")).owner();
        Host host = new Host(ownUserId, BOOT, GpuIndex.UNKNOWN);
        SharedMemoryConfig config =
                new SharedMemoryConfig(List.of(directory), SharedMemoryConfig.Depth.JOB_DIRECTORIES, GRACE);
        return new SharedMemorySource(config, host, () -> 1_000_000_000L, Optional.of(records::add));
    }

    /// Where the file of a process lies.
    Path file(int number) {
        return directory.resolve("0-" + number + "-1-1-0" + DirectoryScan.SUFFIX);
    }

    ShmWriter process(int processId) throws IOException {
        return process(file(processId), ProcessFacts.of(processId).onBoot(BOOT));
    }

    ShmWriter process(Path path, ProcessFacts facts) throws IOException {
        return process(path, facts, ShmCapacities.SMALL);
    }

    ShmWriter process(Path path, ProcessFacts facts, ShmCapacities capacities) throws IOException {
        ShmWriter writer = ShmWriter.create(path, facts, capacities);
        writers.add(writer);
        return writer;
    }

    /// Ends a process without a word.
    void end(ShmWriter writer) throws IOException {
        writers.remove(writer);
        writer.close();
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    void restartAgent() throws IOException {
        source.close();
        source = newSource();
    }

    Reading tryRead() {
        return source.read(now);
    }

    Reading.Fresh read() {
        Reading reading = tryRead();
        assertThat(reading).isInstanceOf(Reading.Fresh.class);
        return (Reading.Fresh) reading;
    }

    List<Long> processIds() {
        return read().processes().stream()
                .map(process -> process.identity().processId())
                .sorted()
                .toList();
    }

    List<OperationRecord> records() {
        return records;
    }

    String sourceName() {
        return source.name();
    }

    @Override
    public void close() throws IOException {
        source.close();
        for (ShmWriter writer : writers) {
            writer.close();
        }
    }
}
