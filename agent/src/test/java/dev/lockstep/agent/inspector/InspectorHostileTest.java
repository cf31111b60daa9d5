// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static dev.lockstep.agent.inspector.InspectorLogs.QUIET;
import static dev.lockstep.agent.inspector.InspectorLogs.line;
import static dev.lockstep.agent.inspector.InspectorLogs.lines;
import static dev.lockstep.agent.inspector.InspectorLogs.prefix;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.CommunicatorSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A bad line costs itself; what has no end is kept within limits; both are counted.
final class InspectorHostileTest {
    @TempDir
    Path folder = Path.of("");

    private InspectorLogs logs = new InspectorLogs(folder);

    @BeforeEach
    void begin() {
        logs = new InspectorLogs(folder);
    }

    @ParameterizedTest
    @CsvSource({
        "'us\":41,',          'us\":0,',                no_time",
        "'\"coll_exec_time_us\":41,', '',                  no_time",
        "'us\":41,',          'us\":-5,',               no_time",
        "'us\":41,',          'us\":86400000001,',      impossible_duration",
        "'2.25',              '\"nan\"',                bandwidth_nan",
        "'bytes\":65536',     'bytes\":9000000000', impossible_bandwidth",
        "'kernel_gpu',        'kernel_cpu',             not_gpu_time",
        "'kernel_gpu',        'collective_cpu',         not_gpu_time"
    })
    void countsACallAndKeepsItsTimeOut(String good, String bad, String reason) throws IOException {
        logs.append(0, line(0, 0) + "\n" + replaced(line(0, 1), good, bad) + "\n" + line(0, 2) + "\n");

        Totals totals = logs.readAt(QUIET);

        assertThat(totals.calls()).isEqualTo(3);
        assertThat(totals.timed()).isEqualTo(2);
        assertThat(totals.suspect()).containsOnly(entry(reason, 1L));
        assertThat(totals.lost()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'2.25',          'inf',                            not_json",
        "'TP_0',          'TP\t0',                          not_json",
        "'}}',            '}',                              not_json",
        "'bytes\":65536', 'bytes\":18446744073709486080',   impossible_size",
        "'bytes\":65536', 'bytes\":\"many\"',               impossible_size",
        "'0x5d2f',        '0xoops',                         impossible_communicator",
        "'rank\":0',      'rank\":4',                       impossible_rank"
    })
    void losesOneLineAndCountsItsNumberOnce(String good, String bad, String reason) throws IOException {
        logs.append(0, line(0, 0) + "\n" + replaced(line(0, 1), good, bad) + "\n" + line(0, 2) + "\n");

        Totals totals = logs.readAt(QUIET);

        assertThat(totals.calls()).isEqualTo(2);
        assertThat(totals.lost()).containsOnly(entry(reason, 1L));
    }

    private static String replaced(String line, String good, String bad) {
        assertThat(line).contains(good);
        int at = line.lastIndexOf(good);
        return line.substring(0, at) + bad + line.substring(at + good.length());
    }

    @Test
    void passesOverForeignLines() throws IOException {
        logs.append(0, "node-a:1:2 [0] NCCL INFO Bootstrap\n" + lines(0, 0, 2) + "\n\nTraceback:\n" + lines(0, 2, 3));

        Totals totals = logs.readAt(QUIET);

        assertThat(totals.calls()).isEqualTo(3);
        assertThat(totals.lost()).isEmpty();
        assertThat(totals.refused()).containsOnly(entry("foreign_line", 2L));
    }

    @Test
    void readsTheWholeRecordBehindATornOne() throws IOException {
        logs.append(0, line(0, 0) + "\n" + line(0, 1).substring(0, 99) + line(0, 2) + "\n");

        Totals totals = logs.readAt(QUIET);

        assertThat(totals.calls()).isEqualTo(2);
        assertThat(totals.lost()).containsOnly(entry("cut_line", 1L));
    }

    @Test
    void takesAGapAsLostAndNotAsIdle() throws IOException {
        logs.append(0, lines(0, 0, 40));
        logs.append(1, lines(1, 0, 9) + lines(1, 25, 40));

        Totals totals = logs.readAt(QUIET);

        assertThat(totals.calls()).isEqualTo(64);
        assertThat(totals.timed()).isEqualTo(64);
        assertThat(totals.lost()).containsOnly(entry("sequence_gap", 16L));
    }

    @Test
    void doesNotClaimMoreThanItKnowsWhereNoRankHasTheNumber() throws IOException {
        logs.append(0, lines(0, 0, 9) + lines(0, 25, 40));
        logs.append(1, lines(1, 0, 9) + lines(1, 25, 35));

        assertThat(logs.readAt(QUIET).lost())
                .containsOnly(entry("below_floor_or_ring", 32L), entry("tail_behind_peers", 5L));
    }

    @Test
    void passesOverAnEndlessLine() throws IOException {
        logs.append(0, lines(0, 0, 1) + "{" + "x".repeat(3 * InspectorLimits.LINE_BYTES_MAX) + "\n" + lines(0, 2, 3));
        logs.append(1, lines(1, 0, 2) + "{" + "[".repeat(2 * InspectorLimits.LINE_BYTES_MAX));

        Totals totals = logs.readAt(QUIET);

        assertThat(totals.calls()).isEqualTo(4);
        assertThat(totals.lost()).containsEntry("line_too_long", 2L);
    }

    @Test
    void passesOverAnEndlessPrettyObject() throws IOException {
        logs.append(
                0, lines(0, 0, 1) + "{\n" + "\"a\": 1,\n".repeat(InspectorLimits.LINE_BYTES_MAX / 8) + lines(0, 2, 3));

        Totals totals = logs.readAt(QUIET);

        assertThat(totals.calls()).isEqualTo(2);
        assertThat(totals.lost()).containsEntry("line_too_long", 1L);
    }

    @Test
    void foldsTheSeriesOfALabelBomb() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            text.append(line(0, i).replace("\"coll_sn\"", "\"coll_algo\":\"A" + i + "\",\"coll_sn\""))
                    .append('\n');
        }
        logs.append(0, text.toString());

        Reading.Fresh reading = read();

        assertThat(communicators(reading).getFirst().series()).hasSize(InspectorLimits.SERIES_PER_COMMUNICATOR_MAX + 1);
        assertThat(Totals.of(reading).calls()).isEqualTo(500);
        assertThat(reading.refused())
                .containsOnly(entry("series_over_limit", 500L - InspectorLimits.SERIES_PER_COMMUNICATOR_MAX));
    }

    @Test
    void foldsCommunicatorsWithoutEndIntoOther() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 1000; i++) {
            text.append(prefix(Integer.toHexString(i), 0))
                    .append(line(0, 0).substring(prefix("5d2f31c07a9b10", 0).length()))
                    .append('\n');
        }
        logs.append(0, text.toString());

        Reading.Fresh reading = read();

        assertThat(communicators(reading)).hasSize(InspectorLimits.COMMUNICATORS_PER_PROCESS_MAX + 1);
        assertThat(communicators(reading).getLast().identity().id()).isEqualTo("other");
        assertThat(Totals.of(reading).calls()).isEqualTo(1000);
        assertThat(reading.refused())
                .containsOnly(entry("communicators_over_limit", 1000L - InspectorLimits.COMMUNICATORS_PER_PROCESS_MAX));
    }

    @Test
    void cutsNamesWithoutEnd() throws IOException {
        logs.append(0, line(0, 0).replace("TP_0", "x".repeat(100_000)) + "\n");

        assertThat(communicators(read()).getFirst().identity().name()).hasSize(InspectorLimits.NAME_CHARS_MAX);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void readsAnyBytesTheSameTwice(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] content = lines(0, 0, 400).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < content.length / 100; i++) {
            content[random.nextInt(content.length)] = (byte) random.nextInt(256);
        }
        logs.append(logs.path(0), content);

        Totals totals = logs.readAt(QUIET);

        assertThat(totals.calls()).as("seed %s", seed).isBetween(1L, 500L);
        assertThat(logs.readAt(QUIET)).as("seed %s", seed).isEqualTo(totals);
    }

    private Reading.Fresh read() {
        try (InspectorSource source = new InspectorSource(folder)) {
            return (Reading.Fresh) source.read(QUIET);
        }
    }

    private static List<CommunicatorSnapshot> communicators(Reading.Fresh reading) {
        return reading.processes().getFirst().communicators();
    }
}
