// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.flight.Ending;
import dev.lockstep.agent.flight.FlightFacts;
import dev.lockstep.agent.flight.FlightSpool;
import dev.lockstep.agent.flight.Life;
import dev.lockstep.agent.flight.Moment;
import dev.lockstep.agent.flight.NotedOperation;
import dev.lockstep.agent.flight.SpoolLimits;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmCounter;
import dev.lockstep.shm.reader.CopyBuffer;
import dev.lockstep.shm.reader.ShmAttachment;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FlightCommandTest {
    private static final Instant SEEN_DEAD = Instant.parse("2026-11-30T12:00:02.113Z");
    private static final long SECOND = 1_000_000_000L;
    private static final String RECORD = "-0-4711-4811-0.flight";

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(Object... arguments) {
        CommandLine line = Lockstep.commandLine();
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return line.execute(List.of(arguments).stream().map(String::valueOf).toArray(String[]::new));
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    /// A rank that had two operations behind it and one half done, 31 seconds old.
    private Path die(int processId) throws IOException {
        Path file = directory.resolve(processId + ".lockstep");
        ProcessFacts facts = ProcessFacts.of(processId)
                .asRank(3, 8)
                .with("SLURM_JOB_ID", "1234")
                .with("SLURM_STEP_ID", "0");
        try (ShmWriter writer = ShmWriter.create(file, facts, ShmCapacities.SMALL)) {
            int row = writer.communicator(
                    CommunicatorSpec.of(0xabc, 8, 3).on(3, "0000:1b:00.0").named("dp"));
            OperationSpec operation = OperationSpec.collective("AllReduce", 16 << 20, 4);
            writer.run(row, operation.numbered(0).enqueuedAt(SECOND), 500 * SECOND, 250_000);
            writer.run(row, operation.numbered(1).enqueuedAt(2 * SECOND), 501 * SECOND + 1_000, 250_000);
            writer.completeSuspect(writer.enqueue(row, operation.numbered(2).enqueuedAt(3 * SECOND)));
            int slot = writer.enqueue(row, operation.numbered(3).enqueuedAt(4 * SECOND));
            writer.startChannel(slot, 0, 504 * SECOND);
            writer.startChannel(slot, 1, 504 * SECOND);
            writer.stopChannel(slot, 1, 505 * SECOND);
            writer.count(ShmCounter.DROP_STALE_HANDLE, 2);
        }
        return file;
    }

    private Path keep(int processId, Ending ending, List<NotedOperation> hung) throws IOException {
        FlightFacts facts = new FlightFacts(
                "node-a",
                ending,
                new Moment(SEEN_DEAD, 35 * SECOND),
                Optional.of(new Moment(SEEN_DEAD.minusSeconds(1), 34 * SECOND)),
                Map.of("0000:1b:00.0", 5),
                hung);
        FlightSpool spool = new FlightSpool(directory.resolve("spool"), SpoolLimits.USUAL);
        ShmAttachment attached = ShmReader.attach(die(processId), new CopyBuffer(), GpuIndex.UNKNOWN);
        try (ShmReader reader = ((ShmAttachment.Ready) attached).reader()) {
            return spool.keep(Life.of(reader.header(), 0), reader, facts).orElseThrow();
        }
    }

    private Path keep(int processId) throws IOException {
        return keep(processId, Ending.KILLED, List.of());
    }

    @Test
    void showsWhoItWasHowItEndedAndWhatWasUnderWay() throws IOException {
        assertThat(execute("flight", keep(4711))).isEqualTo(ExitCode.OK);

        assertThat(out.toString()).isEqualTo("""
            process 4711 on node-a, rank 3 of job 1234.0
              ended    killed or crashed between 2026-11-30 12:00:01 and 12:00:02.113 UTC: it did not close its file
              gpu      5 0000:1b:00.0
              program  NCCL 2.30.7, profiler API v6, plugin java
              times    UTC by the process' clock anchor of 2026-11-30 00:53:20

            in flight: 1
                 age  enqueued      communicator      operation                 bytes  sequence  ordinal  channels
              31.0 s  00:53:24.000  0000000000000abc  AllReduce RING/SIMPLE  16777216         3        3  2 started, 1 stopped

            communicators: 1
              communicator      name  rank  ranks  nodes  calls
              0000000000000abc  dp       3      8      1      3

            last 3 of 3 recorded operations of 0000000000000abc
              enqueued      operation                 bytes  sequence  ordinal  on the GPU  channels
              00:53:21.000  AllReduce RING/SIMPLE  16777216         0        0      250 µs         1
              00:53:22.000  AllReduce RING/SIMPLE  16777216         1        1      250 µs         1
              00:53:23.000  AllReduce RING/SIMPLE  16777216         2        2           -         0  stamps cannot be true

            lost: stale_handle 2

            suspect timings: nothing
            """);
    }

    @Test
    void showsAsManyOperationsAsAskedFor() throws IOException {
        execute("flight", "--last", "1", keep(4711));

        assertThat(lines()).contains("last 1 of 3 recorded operations of 0000000000000abc");
    }

    @Test
    void showsWhatHadHungBeforeTheProcessGaveUp() throws IOException {
        NotedOperation hung = new NotedOperation(
                "0000000000000abc", "AllGather", "", "", 5, 6, OptionalLong.of(7), 40 * SECOND, 4, 2);
        execute("flight", keep(4711, Ending.HUNG, List.of(hung)));

        assertThat(out.toString())
                .contains("it closed its file after an operation had hung")
                .containsPattern("40\\.0 s +0000000000000abc +AllGather +5 +7 +6 +4 started, 2 stopped");
    }

    @Test
    void readsASharedMemoryFileToo() throws IOException {
        assertThat(execute("flight", die(4711))).isEqualTo(ExitCode.OK);

        assertThat(lines()).contains("  ended    killed or crashed: it is gone and did not close its file");
    }

    @Test
    void readsTheFileOfAProcessThatLives() throws IOException {
        Path file = directory.resolve("live.lockstep");
        try (ShmWriter writer = ShmWriter.create(file, ProcessFacts.of(1), ShmCapacities.SMALL)) {
            writer.communicator(CommunicatorSpec.of(1, 2, 0));
            assertThat(execute("flight", file)).isEqualTo(ExitCode.OK);
        }

        assertThat(lines()).contains("  ended    it lives", "in flight: 0");
    }

    @Test
    void listsADirectory() throws IOException {
        keep(4711);
        keep(4712);
        assertThat(execute("flight", directory.resolve("spool"))).isEqualTo(ExitCode.OK);

        assertThat(lines())
                .containsExactly(
                        "seen dead (UTC)      ended   rank  job     host     pid  in flight  file",
                        "2026-11-30 12:00:02  killed     3  1234.0  node-a  4711          1  -0-4711-4811-0.flight",
                        "2026-11-30 12:00:02  killed     3  1234.0  node-a  4712          1  -0-4712-4812-0.flight");
    }

    @Test
    void listsWhatItCanReadAndFailsForTheRest() throws IOException {
        Path damaged = keep(4711);
        keep(4712);
        try (FileChannel channel = FileChannel.open(damaged, StandardOpenOption.WRITE)) {
            channel.truncate(50_000);
        }
        assertThat(execute("flight", directory.resolve("spool"))).isEqualTo(ExitCode.FAILED);

        assertThat(lines()).hasSize(2);
        assertThat(err.toString().lines())
                .hasSize(1)
                .first()
                .asString()
                .contains(RECORD)
                .contains("damaged");
    }

    @Test
    void failsInOneLineWhereThereIsNoFile() {
        assertThat(execute("flight", directory.resolve("none"))).isEqualTo(ExitCode.FAILED);

        assertThat(err.toString().lines()).containsExactly("lockstep: there is no file " + directory.resolve("none"));
        assertThat(lines()).isEmpty();
    }

    @Test
    void printsOneJsonObjectALine() throws IOException {
        keep(4711);
        keep(4712);
        execute("flight", "--json", directory.resolve("spool"));

        assertThat(lines())
                .hasSize(2)
                .first()
                .asString()
                .contains(
                        "\"ended\":\"killed\"",
                        "\"pid\":4711",
                        "\"rank\":3",
                        "\"node\":\"node-a\"",
                        "\"seen_dead\":\"2026-11-30T12:00:02.113Z\"",
                        "\"gpu\":5,\"pci_bus_id\":\"0000:1b:00.0\"",
                        "\"age_nanos\":31000000000",
                        "\"start_gpu_nanos\":501000001000",
                        "\"timing\":\"suspect\"",
                        "\"stale_handle\":2");
    }

    /// The second operation started 1 µs later after its enqueue than the first, which is the one that gives the clock.
    @Test
    void writesATraceOnTheHostsClock() throws IOException {
        Path trace = directory.resolve("trace.json");
        execute("flight", "--perfetto", trace, keep(4711));

        String json = Files.readString(trace);
        assertThat(json).startsWith("{\"traceEvents\":[");
        assertThat(json).contains("\"ph\":\"M\",\"name\":\"process_name\"", "rank 3, node-a, pid 4711");
        assertThat(json)
                .contains("\"ph\":\"X\",\"name\":\"AllReduce"
                        + " RING/SIMPLE\",\"ts\":0.000,\"pid\":1,\"tid\":1,\"dur\":250.000");
        assertThat(json)
                .contains("\"ph\":\"X\",\"name\":\"AllReduce"
                        + " RING/SIMPLE\",\"ts\":1000001.000,\"pid\":1,\"tid\":1,\"dur\":250.000");
        assertThat(json).contains("\"ph\":\"i\",\"name\":\"AllReduce RING/SIMPLE\",\"ts\":2000000.000");
        assertThat(json).contains("\"ph\":\"b\",\"name\":\"in flight: AllReduce RING/SIMPLE\",\"ts\":3000000.000");
        assertThat(json).contains("\"ph\":\"e\",\"name\":\"in flight: AllReduce RING/SIMPLE\",\"ts\":34000000.000");
        assertThat(json).contains("\"clock\":\"CLOCK_MONOTONIC of the host\",\"zero_nanos\":\"1000000000\"");
        assertThat(lines())
                .containsExactly("lockstep flight: " + trace + " has 1 process; open it at https://ui.perfetto.dev");
    }
}
