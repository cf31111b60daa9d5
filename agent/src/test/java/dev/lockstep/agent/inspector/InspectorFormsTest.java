// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each layout of the lines is read; one file of each lies in testdata/inspector/forms.
final class InspectorFormsTest {
    private static final Path FORMS = Path.of("..", "testdata", "inspector", "forms");
    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        // form, calls, timed, bytes, microseconds
        "v4.0,   3, 3, 393216, 150",
        "v4.1,   3, 3, 196608, 150",
        "v4.2,   3, 3, 196608, 150",
        "v4.3,   3, 3, 196608, 150",
        "rccl,   1, 0,  65536,   0",
        "pretty, 2, 2, 524288, 140"
    })
    void readsEachForm(String form, long calls, long timed, long bytes, long micros) {
        Totals totals = Totals.of(read(form));

        assertThat(totals.calls()).isEqualTo(calls);
        assertThat(totals.timed()).isEqualTo(timed);
        assertThat(totals.sums().values().stream().mapToLong(Totals.Sum::bytes).sum())
                .isEqualTo(bytes);
        assertThat(totals.sums().values().stream()
                        .mapToLong(sum -> sum.durations().sumNanos())
                        .sum())
                .isEqualTo(micros * 1000);
    }

    @Test
    void statesNoLossWhereEveryNumberIsThere() {
        for (String form : List.of("v4.0", "v4.2", "v4.3", "rccl", "pretty")) {
            assertThat(Totals.of(read(form)).lost()).as(form).isEmpty();
        }
    }

    @Test
    void tellsTheRingsLossFromTheFloorsWhereTheWriterStatesIt() {
        assertThat(Totals.of(read("v4.1")).lost())
                .containsOnly(entry("ring_overwrite", 3L), entry("below_floor_or_untimed", 1L));
    }

    @Test
    void takesAlgorithmAndProtocolWhereTheyAreWritten() {
        assertThat(series("v4.2")).allSatisfy(series -> {
            assertThat(series.key().algorithm()).isEqualTo("RING");
            assertThat(series.key().protocol()).isEqualTo("LL128");
        });
        assertThat(series("v4.1"))
                .allSatisfy(series -> assertThat(series.key().algorithm()).isEmpty());
    }

    @Test
    void givesALineWithoutHeaderToTheLastHeader() {
        ProcessSnapshot process = read("v4.3").processes().getFirst();

        assertThat(process.communicators())
                .extracting(communicator -> communicator.identity().name())
                .containsExactly("TP_0", "PP_0");
        assertThat(process.communicators())
                .extracting(communicator -> communicator.series().stream()
                        .mapToLong(OperationSeries::calls)
                        .sum())
                .containsExactly(2L, 1L);
        assertThat(read("v4.3").refused()).containsOnly(entry("other_record", 1L));
    }

    @Test
    void namesTheProcessAfterTheFileWhereNothingElseDoes() {
        ProcessSnapshot process = read("rccl").processes().getFirst();

        assertThat(process.identity().host()).isEqualTo("unknown");
        assertThat(process.identity().processId()).isNegative();
    }

    private static List<OperationSeries> series(String form) {
        return read(form).processes().getFirst().communicators().getFirst().series();
    }

    private static Reading.Fresh read(String form) {
        try (InspectorSource source = new InspectorSource(FORMS.resolve(form))) {
            return (Reading.Fresh) source.read(LATER);
        }
    }
}
