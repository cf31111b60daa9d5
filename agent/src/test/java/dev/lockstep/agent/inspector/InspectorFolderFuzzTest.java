// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ten thousand damaged files, fifty at a time beside an intact one: nothing is thrown, the limits hold, and the intact
/// file's values stay exact, whatever the others say and however they grow, shrink and change.
final class InspectorFolderFuzzTest {
    private static final int ROUNDS = 25;
    private static final int FILES = 50;
    private static final Instant BEGIN = Instant.parse("2026-11-30T00:00:00Z");
    private static final Instant QUIET = BEGIN.plus(InspectorLimits.QUIET_AFTER).plusSeconds(1000);
    private static final List<String> VALUES = List.of(
            "-1",
            "0",
            "1e9",
            "18446744073709551616",
            "9223372036854775807",
            "1.5",
            "null",
            "true",
            "\"nan\"",
            "\"\"",
            "{}",
            "[]",
            "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]",
            "inf",
            "\"\\u0000\"",
            "\"\u00e9\ud83d\ude00\"",
            "{\"header\":{\"id\":\"0x1\"}}",
            "\"" + "x".repeat(5000) + "\"");

    @TempDir
    Path folder = Path.of("");

    private long changes;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void keepsTheNeighbourExact(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        String intact = neighbour(0, 40);
        for (int round = 0; round < ROUNDS; round++) {
            Path directory = Files.createDirectory(folder.resolve(seed + "-" + round));
            try (InspectorSource source = new InspectorSource(directory)) {
                write(directory.resolve("intact-pid7.log"), intact.getBytes(StandardCharsets.UTF_8));
                writeAll(directory, random);
                check(source, 40, "seed " + seed + ", round " + round);
                write(
                        directory.resolve("intact-pid7.log"),
                        (intact + neighbour(40, 45)).getBytes(StandardCharsets.UTF_8));
                writeAll(directory, random);
                check(source, 45, "seed " + seed + ", round " + round + " again");
            }
        }
    }

    private void writeAll(Path directory, SplittableRandom random) throws IOException {
        for (int i = 0; i < FILES / 2; i++) {
            int file = random.nextInt(FILES);
            byte[] content = damaged(random, file).getBytes(StandardCharsets.UTF_8);
            boolean compressed = file % 10 == 0;
            write(
                    directory.resolve("host-a-pid" + (100 + file) + (compressed ? ".log.1.gz" : ".log")),
                    compressed ? compressed(content, random) : content);
        }
    }

    private static void check(InspectorSource source, long calls, String what) {
        Reading.Fresh reading = (Reading.Fresh) source.read(QUIET);

        List<ProcessSnapshot> intact = reading.processes().stream()
                .filter(process -> process.identity().host().equals("intact"))
                .toList();
        assertThat(intact).as(what).hasSize(1);
        assertThat(intact.getFirst().lost()).as(what).isEmpty();
        Totals totals = Totals.of(new Reading.Fresh(intact, reading.refused()));
        assertThat(totals.calls()).as(what).isEqualTo(calls);
        assertThat(totals.timed()).as(what).isEqualTo(calls);
        assertThat(reading.processes()).as(what).hasSizeLessThanOrEqualTo(InspectorLimits.PROCESSES_MAX);
        for (ProcessSnapshot process : reading.processes()) {
            assertThat(process.communicators())
                    .as(what)
                    .hasSizeLessThanOrEqualTo(InspectorLimits.COMMUNICATORS_PER_PROCESS_MAX + 1);
            assertThat(process.communicators()).as(what).allMatch(InspectorFolderFuzzTest::isBounded);
        }
    }

    private static boolean isBounded(CommunicatorSnapshot communicator) {
        return communicator.identity().name().length() <= InspectorLimits.NAME_CHARS_MAX
                && communicator.series().size() <= 2 * InspectorLimits.SERIES_PER_COMMUNICATOR_MAX
                && communicator.series().stream().allMatch(series -> series.calls() > 0 && series.sizeBytes() >= 0);
    }

    /// Lines of its own communicator, so that nobody else can tell of it.
    private static String neighbour(long from, long to) {
        return InspectorLogs.lines(0, from, to)
                .replace("\"host-a\",\"pid\":100", "\"intact\",\"pid\":7")
                .replace("5d2f31c07a9b10", "feedfeedfeed01");
    }

    private static String damaged(SplittableRandom random, int file) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            String line = InspectorLogs.line(file % 4, i).replace("\"pid\":10", "\"pid\":90");
            for (int n = random.nextInt(3); n > 0; n--) {
                line = damagedLine(random, line);
            }
            text.append(line).append(random.nextInt(20) == 0 ? "" : "\n");
        }
        return text.toString();
    }

    private static String damagedLine(SplittableRandom random, String line) {
        if (line.isEmpty()) {
            return line;
        }
        int colon = placeOf(':', line, random);
        int end = Math.max(colon + 1, Math.min(line.length(), endOfValue(line, colon + 1)));
        int at = random.nextInt(line.length() + 1);
        return switch (random.nextInt(9)) {
            case 0 -> line.substring(0, colon + 1) + VALUES.get(random.nextInt(VALUES.size())) + line.substring(end);
            case 1 -> line.substring(0, colon + 1) + random.nextLong() + line.substring(end);
            case 2 -> line.substring(0, at);
            case 3 -> line.substring(at);
            case 4 -> line.substring(0, at) + (char) random.nextInt(256) + line.substring(at);
            case 5 -> line.substring(0, at) + line + line.substring(at);
            case 6 -> line.replace("\"coll_algobw_gbs\":1.5", "\"coll_algo\":\"A" + random.nextInt(1000) + "\"");
            case 7 -> line.replace("5d2f31c07a9b10", Long.toHexString(random.nextLong() >>> 9));
            default -> line.replace("\"metadata\"", "\"header\"");
        };
    }

    private static int placeOf(char what, String line, SplittableRandom random) {
        int place = line.indexOf(what, random.nextInt(line.length() + 1));
        return place >= 0 ? place : Math.max(0, line.indexOf(what));
    }

    private static int endOfValue(String line, int from) {
        int end = from;
        while (end < line.length() && line.charAt(end) != ',' && line.charAt(end) != '}') {
            end++;
        }
        return end;
    }

    private static byte[] compressed(byte[] content, SplittableRandom random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        byte[] whole = bytes.toByteArray();
        whole[random.nextInt(whole.length)] ^= (byte) random.nextInt(3);
        return whole;
    }

    private void write(Path file, byte[] content) throws IOException {
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(BEGIN.plusMillis(++changes)));
    }
}
