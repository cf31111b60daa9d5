// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.exposition.BuildIdentity;
import dev.lockstep.agent.exposition.Exposition;
import dev.lockstep.agent.snapshot.AgentUsage;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.usage.UsageMeter;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A job that does what it wants, beside one that works.
class SharedMemoryHostileTest {
    private static final Duration GRACE = Duration.ofMinutes(2);
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);
    private static final Pattern SERIES =
            Pattern.compile("\\w+(?:\\{\\w+=\"(?:[^\"\\\\]|\\\\.)*\"(?:,\\w+=\"(?:[^\"\\\\]|\\\\.)*\")*})? \\S+");

    @TempDir
    Path directory;

    private ShmWriter honest;
    private ShmWriter hostile;
    private int honestRow;
    private long nowNanos = 1_000_000_000L;
    private SharedMemorySource source;

    @BeforeEach
    void open() throws IOException {
        honest = ShmWriter.create(file("honest"), ProcessFacts.of(1), ShmCapacities.SMALL);
        honestRow = honest.communicator(CommunicatorSpec.of(0xabc, 8, 3));
        String jobId = "4711\"}\nnccl_lies 1\n".repeat(50);
        hostile =
                ShmWriter.create(file("hostile"), ProcessFacts.of(2).with("SLURM_JOB_ID", jobId), ShmCapacities.SMALL);
        SharedMemoryConfig config =
                new SharedMemoryConfig(List.of(directory), SharedMemoryConfig.Depth.DIRECTORY, GRACE, "node-a");
        Host host = new Host(FileIdentity.of(Path.of("/proc/self")).owner(), "", GpuIndex.UNKNOWN);
        source = new SharedMemorySource(
                config, host, () -> nowNanos, ProcessListener.ofRecords(Optional.empty()), Optional.empty());
    }

    @AfterEach
    void close() throws IOException {
        source.close();
        honest.close();
        hostile.close();
    }

    private Path file(String name) {
        return directory.resolve(name + DirectoryScan.SUFFIX);
    }

    private Reading.Fresh read() {
        nowNanos += 1_000_000;
        return (Reading.Fresh) source.read(Instant.EPOCH.plusNanos(nowNanos));
    }

    private static ProcessSnapshot process(Reading.Fresh reading, long id) {
        return reading.processes().stream()
                .filter(process -> process.identity().processId() == id)
                .findFirst()
                .orElseThrow();
    }

    private static long calls(ProcessSnapshot process) {
        return process.communicators().getFirst().series().getFirst().calls();
    }

    /// It gives the same rows to one communicator after the other, which the plugin does once in 60 s.
    @Test
    void showsNoMoreThanItsPartOfAJobThatMakesAHundredThousandCommunicators() {
        int row = hostile.communicator(CommunicatorSpec.of(1, 8, 0));
        int made = 1;
        for (int reading = 1; reading <= 2_000; reading++) {
            for (int i = 0; i < 50; i++) {
                hostile.replaceCommunicator(row, CommunicatorSpec.of(++made, 8, 0));
                hostile.run(row, ALL_REDUCE, nowNanos, 5_000);
            }
            honest.run(honestRow, ALL_REDUCE, nowNanos, 5_000);
            Reading.Fresh now = read();
            assertThat(calls(process(now, 1))).isEqualTo(reading);
            assertThat(process(now, 2).communicators())
                    .hasSize(reading <= CommunicatorBudget.COMMUNICATORS_MAX ? 1 : 0);
        }
        assertThat(made).isGreaterThan(100_000);
        assertThat(read().refused()).isEqualTo(Map.of("communicators_over_limit", 1L));
        nowNanos += GRACE.toNanos();

        assertThat(process(read(), 2).communicators()).hasSize(1);
    }

    @Test
    void servesLinesThatParseWhateverNamesAre() throws IOException {
        int row = hostile.communicator(CommunicatorSpec.of(7, 8, 0).named("a\"b\\c\nnccl_lies{x=\"1\"} 5\n"));
        hostile.run(row, new OperationSpec("All\"\n", "\\", "\"}", 0, 8, 0, -1, 1, 0), nowNanos, 5_000);
        overwriteName(row, new byte[] {(byte) 0xc3, 0x28, (byte) 0xff, '"', '\n', (byte) 0xf0, (byte) 0x9f});
        Reading.Fresh reading = read();

        List<String> lines =
                served(reading).lines().filter(line -> !line.startsWith("#")).toList();

        assertThat(process(reading, 2).communicators()).hasSize(1);
        assertThat(lines).isNotEmpty().allMatch(line -> SERIES.matcher(line).matches());
        assertThat(lines).noneMatch(line -> line.startsWith("nccl_lies"));
        assertThat(lines).allMatch(line -> line.length() < 2_000);
    }

    private void overwriteName(int row, byte[] name) throws IOException {
        long at = row * (long) ShmLayout.Communicator.SIZE + ShmLayout.Communicator.NAME;
        try (FileChannel channel =
                FileChannel.open(file("hostile"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer table = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            channel.read(
                    table,
                    ShmLayout.Header.SECTIONS
                            + (long) (ShmLayout.SECTION_COMMUNICATORS - 1) * ShmLayout.Section.SIZE
                            + ShmLayout.Section.OFFSET);
            channel.write(ByteBuffer.wrap(name), table.getLong(0) + at);
        }
    }

    private String served(Reading.Fresh reading) throws IOException {
        Instant now = Instant.EPOCH.plusNanos(nowNanos);
        SourceSnapshot shown = new SourceSnapshot(
                "shared_memory",
                new SourceState.Fresh(),
                reading.processes(),
                reading.timings(),
                DeviceReport.NONE,
                Map.of(),
                reading.processes().size(),
                reading.refused(),
                now,
                Optional.of(now),
                Duration.ZERO,
                List.of());
        AgentUsage usage = new AgentUsage(OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), Duration.ZERO);
        NodeSnapshot node = new NodeSnapshot("node-a", Instant.EPOCH, List.of(shown), usage, List.of());
        Exposition exposition = new Exposition(new BuildIdentity("1", "25"), UsageMeter.ofThisProcess());
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(text, exposition.of(node, now).snapshots());
        return text.toString(StandardCharsets.UTF_8);
    }

    /// A file that is cut is a failed reading; one that grows back is read again.
    @Test
    void readsOnWhenAFileShrinksAndGrows() throws IOException {
        int row = hostile.communicator(CommunicatorSpec.of(7, 8, 0));
        hostile.run(row, ALL_REDUCE, nowNanos, 5_000);
        byte[] whole = Files.readAllBytes(file("hostile"));
        for (int i = 0; i < 50; i++) {
            resize(whole, i % 2 == 0 ? i * 1_000 : whole.length);
            honest.run(honestRow, ALL_REDUCE, nowNanos, 5_000);
            Reading.Fresh now = read();
            assertThat(calls(process(now, 1))).isEqualTo(i + 1);
            assertThat(now.processes()).hasSize(1 + i % 2);
        }
        assertThat(read().refused()).isEqualTo(Map.of("too_short", 1L, "damaged_shrank", 24L));
    }

    private void resize(byte[] whole, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file("hostile"), StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
            channel.write(ByteBuffer.wrap(whole, 0, bytes), 0);
        }
    }
}
