// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Inputs from the field that may lie beside the checkout, as far as reading goes.
final class InspectorCasesTest {
    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

    @Test
    void readsTheReadmesSamplesInBothForms() {
        Reading.Fresh reading = read("C018");

        assertThat(Totals.of(reading).calls()).isEqualTo(4);
        assertThat(Totals.of(reading).timed()).isEqualTo(4);
        assertThat(reading.refused()).isEmpty();
        List<CommunicatorSnapshot> communicators = reading.processes().stream()
                .flatMap(process -> process.communicators().stream())
                .toList();
        assertThat(communicators).hasSize(4);
        for (CommunicatorSnapshot communicator : communicators) {
            boolean reduce = communicator.series().getFirst().key().function() == NcclFunction.ALL_REDUCE;
            double expected =
                    reduce ? 485.119099 : communicator.identity().id().startsWith("e6") ? 366.134533 : 18.469236;
            assertThat(busBandwidth(communicator)).isCloseTo(expected, within(expected / 1000));
        }
    }

    /// GB/s, as Inspector computes it of the time and the size.
    private static double busBandwidth(CommunicatorSnapshot communicator) {
        OperationSeries series = communicator.series().getFirst();
        double ranks = communicator.identity().ranks().orElseThrow();
        double factor = series.key().function() == NcclFunction.ALL_REDUCE ? 2 : 1;
        return (double) series.sizeBytes() / series.durations().sumNanos() * factor * (ranks - 1) / ranks;
    }

    @Test
    void statesWhatTheRingOverwroteOnTheRanksThatLostIt() {
        Reading.Fresh reading = read("C020");

        assertThat(reading.processes()).hasSize(4);
        for (ProcessSnapshot process : reading.processes()) {
            int rank = process.communicators().getFirst().identity().commRank().orElseThrow();
            boolean loses = rank == 1 || rank == 2;
            assertThat(process.lost()).isEqualTo(loses ? Map.of("sequence_gap", 16L) : Map.of());
        }
    }

    @Test
    void losesOneRecordForEachBadLineAndNotTheFile() {
        Totals totals = Totals.of(read("C022"));

        assertThat(totals.calls()).isEqualTo(3);
        assertThat(totals.timed()).isEqualTo(1);
        assertThat(totals.suspect()).containsOnly(entry("bandwidth_nan", 1L), entry("no_time", 1L));
        assertThat(totals.lost())
                .containsOnly(entry("not_json", 1L), entry("cut_line", 1L), entry("before_first_record", 9L));
    }

    @Test
    void countsARecordOfAnotherLibraryWithoutMetadataAndDoesNotTrustItsClock() {
        Reading.Fresh reading = read("C024");

        OperationSeries series = reading.processes()
                .getFirst()
                .communicators()
                .getFirst()
                .series()
                .getFirst();
        assertThat(series.calls()).isEqualTo(1);
        assertThat(series.sizeBytes()).isEqualTo(268_435_456);
        assertThat(series.key().algorithm()).isEqualTo("RING");
        assertThat(series.key().protocol()).isEqualTo("SIMPLE");
        assertThat(series.untimedCalls()).isEqualTo(1);
        assertThat(Totals.of(reading).suspect()).containsExactly(entry("not_gpu_time", 1L));
    }

    private static Reading.Fresh read(String input) {
        Path folder = SharedFolder.require("cases/" + input);
        try (InspectorSource source = new InspectorSource(folder)) {
            return (Reading.Fresh) source.read(LATER);
        }
    }
}
