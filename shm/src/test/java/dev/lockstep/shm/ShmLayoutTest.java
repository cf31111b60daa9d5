// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.DurationBuckets;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShmLayoutTest {
    private static final Path ROOT = Path.of(System.getProperty("lockstep.root", ".."));
    private static final Path GOLDEN = ROOT.resolve("testdata/shared-memory-v1.2.txt");
    private static final Path GOLDEN_OF_1_1 = ROOT.resolve("testdata/shared-memory-v1.1.txt");
    private static final Path GOLDEN_OF_1_0 = ROOT.resolve("testdata/shared-memory-v1.txt");
    private static final Path HEADER = ROOT.resolve("plugin/include/shm_layout.h");
    private static final Pattern NUMBER = Pattern.compile("SHM_(\\w+) = (\\d+),");
    private static final Pattern DEFINE = Pattern.compile("#define SHM_(\\w+) (\\d+)u?\\b");

    @Test
    void placesEveryFieldWhereTheGoldenFileSays() throws IOException {
        List<String> dump =
                ShmLayout.structs().stream().flatMap(ShmLayoutTest::dump).toList();

        assertThat(dump).isEqualTo(Files.readAllLines(GOLDEN));
    }

    @Test
    void keepsEveryFieldOfVersion10InItsPlace() throws IOException {
        List<String> now = Files.readAllLines(GOLDEN);

        assertThat(Files.readAllLines(GOLDEN_OF_1_0))
                .filteredOn(line -> !line.contains(".reserved"))
                .allSatisfy(line -> assertThat(now).contains(line));
    }

    @Test
    void keepsEveryFieldOfVersion11InItsPlace() throws IOException {
        List<String> now = Files.readAllLines(GOLDEN);

        assertThat(Files.readAllLines(GOLDEN_OF_1_1))
                .filteredOn(line -> !line.contains(".reserved"))
                .allSatisfy(line -> assertThat(now).contains(line));
    }

    private static Stream<String> dump(StructLayout struct) {
        String name = struct.name().orElseThrow();
        Stream<String> fields = struct.memberLayouts().stream()
                .map(field ->
                        name + "." + field.name().orElseThrow() + " " + offset(struct, field) + " " + field.byteSize());
        return Stream.concat(fields, Stream.of(name + " " + struct.byteSize()));
    }

    private static long offset(StructLayout struct, MemoryLayout field) {
        return struct.byteOffset(PathElement.groupElement(field.name().orElseThrow()));
    }

    @Test
    void countsUnderTheNumbersOfTheHeader() throws IOException {
        Map<String, Integer> counters = numbers(NUMBER, "DROP_", "SUSPECT_");

        assertThat(Stream.of(ShmCounter.values()).collect(Collectors.toMap(Enum::name, ShmCounter::index)))
                .isEqualTo(counters);
    }

    @Test
    void namesProcessStatesByTheNumbersOfTheHeader() throws IOException {
        Map<String, Integer> states = numbers(NUMBER, "PROCESS_");

        assertThat(Stream.of(ShmProcessState.values())
                        .collect(Collectors.toMap(state -> "PROCESS_" + state.name(), ShmProcessState::number)))
                .isEqualTo(states);
    }

    @Test
    void findsSectionsByTheNumbersOfTheHeader() throws IOException {
        assertThat(numbers(NUMBER, "SECTION_"))
                .containsEntry("SECTION_COUNTERS", ShmLayout.SECTION_COUNTERS)
                .containsEntry("SECTION_NAMES", ShmLayout.SECTION_NAMES)
                .containsEntry("SECTION_COMMUNICATORS", ShmLayout.SECTION_COMMUNICATORS)
                .containsEntry("SECTION_SERIES_KEYS", ShmLayout.SECTION_SERIES_KEYS)
                .containsEntry("SECTION_SERIES_CELLS", ShmLayout.SECTION_SERIES_CELLS)
                .containsEntry("SECTION_SLOTS", ShmLayout.SECTION_SLOTS)
                .containsEntry("SECTION_RING_HEAD", ShmLayout.SECTION_RING_HEAD)
                .containsEntry("SECTION_RING", ShmLayout.SECTION_RING)
                .containsEntry("SECTION_CHANNELS", ShmLayout.SECTION_CHANNELS)
                .containsEntry("SECTION_CONNECTION_KEYS", ShmLayout.SECTION_CONNECTION_KEYS)
                .containsEntry("SECTION_PHASES", ShmLayout.SECTION_PHASES)
                .containsEntry("SECTION_CONNECTION_CELLS", ShmLayout.SECTION_CONNECTION_CELLS);
    }

    @Test
    void agreesWithTheHeaderOnStatesAndFlags() throws IOException {
        assertThat(numbers(NUMBER, "COMMUNICATOR_", "RECORD_"))
                .containsEntry("COMMUNICATOR_FREE", ShmLayout.COMMUNICATOR_FREE)
                .containsEntry("COMMUNICATOR_LIVE", ShmLayout.COMMUNICATOR_LIVE)
                .containsEntry("COMMUNICATOR_CLOSED", ShmLayout.COMMUNICATOR_CLOSED)
                .containsEntry("RECORD_TIMED", ShmLayout.RECORD_TIMED)
                .containsEntry("RECORD_FUSED", ShmLayout.RECORD_FUSED)
                .containsEntry("RECORD_SUSPECT", ShmLayout.RECORD_SUSPECT)
                .containsEntry("RECORD_SETTLED", ShmLayout.RECORD_SETTLED);
    }

    @Test
    void agreesWithTheHeaderOnSizes() throws IOException {
        assertThat(numbers(DEFINE, ""))
                .containsEntry("VERSION_MAJOR", ShmLayout.VERSION_MAJOR)
                .containsEntry("VERSION_MINOR", ShmLayout.VERSION_MINOR)
                .containsEntry("HEADER_BYTES", ShmLayout.Header.SIZE)
                .containsEntry("SECTIONS_OFFSET", ShmLayout.Header.SECTIONS)
                .containsEntry("SECTIONS_MAX", ShmLayout.SECTIONS_MAX)
                .containsEntry("ENVIRONMENT_BYTES", ShmLayout.ENVIRONMENT_BYTES)
                .containsEntry("COUNTERS_MAX", ShmLayout.COUNTERS_MAX)
                .containsEntry("CHANNELS_PER_COMMUNICATOR", ShmLayout.CHANNELS_PER_COMMUNICATOR)
                .containsEntry("SIZE_CLASS_OTHER", ShmLayout.SIZE_CLASS_OTHER)
                .containsEntry("PHASE_KINDS", PhasesLayout.KINDS)
                .containsEntry("STEP_STATES", ConnectionsLayout.STATES)
                .containsEntry("TRANSFER_BUCKETS", ConnectionsLayout.BUCKETS)
                .containsEntry("BUCKETS", ShmLayout.BUCKETS);
    }

    @Test
    void hasABucketForEachOfTheDurationBuckets() {
        assertThat(ShmLayout.BUCKETS).isEqualTo(DurationBuckets.COUNT);
    }

    @Test
    void takesAKeyApartAsItWasPutTogether() {
        long key = ShmSeriesKey.pack(0xabcd, 1, 2, 3, 255, 4);

        assertThat(ShmSeriesKey.isInUse(key)).isTrue();
        assertThat(ShmSeriesKey.row(key)).isEqualTo(0xabcd);
        assertThat(ShmSeriesKey.function(key)).isEqualTo(1);
        assertThat(ShmSeriesKey.algorithm(key)).isEqualTo(2);
        assertThat(ShmSeriesKey.protocol(key)).isEqualTo(3);
        assertThat(ShmSeriesKey.sizeClass(key)).isEqualTo(255);
        assertThat(ShmSeriesKey.kind(key)).isEqualTo(4);
        assertThat(ShmSeriesKey.withoutRow(key)).isEqualTo(ShmSeriesKey.pack(0, 1, 2, 3, 255, 4));
    }

    private static Map<String, Integer> numbers(Pattern pattern, String... prefixes) throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        Matcher matcher = pattern.matcher(Files.readString(HEADER));
        while (matcher.find()) {
            if (Stream.of(prefixes).anyMatch(matcher.group(1)::startsWith)) {
                found.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
            }
        }
        return found;
    }
}
