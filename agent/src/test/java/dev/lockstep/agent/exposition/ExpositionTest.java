// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.ended;
import static dev.lockstep.agent.SampleNode.inFlight;
import static dev.lockstep.agent.SampleNode.inspected;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.losing;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static dev.lockstep.agent.SampleNode.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.metric.MetricCatalogue;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The metrics say what the snapshot says: exact counts, no double count, nothing that is not known.
class ExpositionTest {
    private static final Instant NOW = Instant.parse("2026-11-30T00:00:10Z");
    private static final long MIB = 1 << 20;
    private static final SeriesKey ALL_REDUCE = key(NcclFunction.ALL_REDUCE, MIB);

    @Test
    void countsEveryObservationInBothForms() {
        Scrape scrape = scrape(
                process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 1_000, 250_000, 3_000_000))));

        assertThat(scrape.value("nccl_collective_duration_seconds_count", "collective", "AllReduce"))
                .isEqualTo(3);
        assertThat(scrape.value("nccl_collective_duration_seconds_sum")).isEqualTo(0.003251);
        assertThat(scrape.value("nccl_collective_duration_seconds_bucket", "le", "2.44140625E-4"))
                .isEqualTo(1);
        assertThat(scrape.value("nccl_collective_duration_seconds_bucket", "le", "4.8828125E-4"))
                .isEqualTo(2);
        assertThat(scrape.value("nccl_collective_duration_seconds_bucket", "le", "+Inf"))
                .isEqualTo(3);
        assertThat(scrape.nativeCounts("nccl_collective_duration_seconds"))
                .hasSize(3)
                .containsValues(1L);
    }

    @Test
    void putsWhatIsBelowTheThresholdIntoTheZeroBucket() {
        Scrape scrape = scrape(process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 1, 953, 954))));

        assertThat(scrape.nativeZeroCount("nccl_collective_duration_seconds")).isEqualTo(2);
        assertThat(scrape.nativeCounts("nccl_collective_duration_seconds")).containsExactly(Map.entry(-159, 1L));
        assertThat(scrape.value("nccl_collective_duration_seconds_bucket", "le", "9.5367431640625E-7"))
                .isEqualTo(2);
    }

    @Test
    void countsBytesAndBusBytesAsNcclTestsDo() {
        Scrape scrape = scrape(process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5, 5))));

        assertThat(scrape.value("nccl_collective_bytes_total", "algo", "RING", "proto", "SIMPLE"))
                .isEqualTo(2.0 * MIB);
        assertThat(scrape.value("nccl_collective_bus_bytes_total")).isEqualTo(2.0 * MIB * 1.75);
        assertThat(scrape.value("nccl_collective_calls_total", "size", "1MiB")).isEqualTo(2);
        assertThat(scrape.value("nccl_collective_busy_seconds_total", "rank", "3", "gpu", "3", "comm_rank", "3"))
                .isEqualTo(1.5);
    }

    @Test
    void addsAlgorithmsUpInHistogramsAndKeepsThemApartInCounters() {
        SeriesKey tree = new SeriesKey(NcclFunction.ALL_REDUCE, "TREE", "LL", SizeClass.of(MIB), OperationKind.KERNEL);
        Scrape scrape = scrape(
                process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5), series(tree, MIB, 5, 5))));

        assertThat(scrape.value("nccl_collective_duration_seconds_count")).isEqualTo(3);
        assertThat(scrape.value("nccl_collective_calls_total", "algo", "RING")).isEqualTo(1);
        assertThat(scrape.value("nccl_collective_calls_total", "algo", "TREE")).isEqualTo(2);
    }

    @Test
    void hasNoHistogramOfWhatHasNoTime() {
        SeriesKey callOnly = new SeriesKey(NcclFunction.BROADCAST, "", "", SizeClass.of(MIB), OperationKind.CALL_ONLY);
        OperationSeries calls =
                new OperationSeries(callOnly, 4, 4 * MIB, dev.lockstep.core.model.DurationHistogram.EMPTY, 0, 0, 4);
        Scrape scrape = scrape(process(1, living(communicator(COMM, 0, 3), calls)));

        assertThat(scrape.value("nccl_collective_calls_total", "collective", "Broadcast"))
                .isEqualTo(4);
        assertThat(scrape.labels("nccl_collective_calls_total")).doesNotContainKeys("algo", "proto");
        assertThat(scrape.has("nccl_collective_duration_seconds_count")).isFalse();
    }

    @Test
    void servesSendAndRecvByDirection() {
        Scrape scrape = scrape(process(
                1,
                living(
                        communicator(COMM, 0, 3),
                        series(key(NcclFunction.SEND, MIB), MIB, 5),
                        series(key(NcclFunction.RECV, MIB), MIB, 5, 5))));

        assertThat(scrape.value("nccl_p2p_calls_total", "direction", "send")).isEqualTo(1);
        assertThat(scrape.value("nccl_p2p_bytes_total", "direction", "recv")).isEqualTo(2.0 * MIB);
        assertThat(scrape.value("nccl_p2p_duration_seconds_count", "direction", "recv"))
                .isEqualTo(2);
        assertThat(scrape.has("nccl_collective_calls_total")).isFalse();
    }

    @Test
    void tellsTheOldestOperationInFlight() {
        CommunicatorSnapshot communicator = waiting(
                living(
                        communicator(COMM, 0, 3),
                        series(ALL_REDUCE, MIB, 5),
                        series(key(NcclFunction.SEND, MIB), MIB, 5)),
                inFlight(NcclFunction.ALL_REDUCE, 31_500_000_000L),
                inFlight(NcclFunction.ALL_REDUCE, 1_000));
        Scrape scrape = scrape(process(1, communicator));

        assertThat(scrape.value("nccl_operations_inflight", "collective", "AllReduce"))
                .isEqualTo(2);
        assertThat(scrape.value("nccl_operation_inflight_age_seconds", "collective", "AllReduce"))
                .isEqualTo(31.5);
        assertThat(scrape.value("nccl_operations_inflight", "collective", "Send"))
                .isZero();
        assertThat(scrape.has("nccl_operation_inflight_age_seconds", "collective", "Send"))
                .isFalse();
    }

    @Test
    void saysNothingOfFlightsOfAnEndedCommunicator() {
        Scrape scrape = scrape(process(1, ended(living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5)))));

        assertThat(scrape.has("nccl_operations_inflight")).isFalse();
        assertThat(scrape.value("nccl_collective_calls_total")).isEqualTo(1);
    }

    @Test
    void leavesOutLabelsThatAreNotKnown() {
        Scrape scrape = scrape(process(1, living(inspected(COMM, 3), series(ALL_REDUCE, MIB, 5))));

        assertThat(scrape.labels("nccl_collective_calls_total"))
                .containsOnlyKeys("node", "comm_rank", "job_id", "comm", "collective", "size", "algo", "proto")
                .containsEntry("comm", "9f0d3c5a7b1e24");
        assertThat(scrape.has("nccl_rank_info")).isFalse();
    }

    @Test
    void sumsCommunicatorsOfEqualLabelsAndCountsThem() {
        Scrape scrape = scrape(
                process(1, ended(living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5, 5)))),
                process(2, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5))),
                process(3, living(communicator(COMM, 0, 4), series(ALL_REDUCE, MIB, 5))));

        assertThat(scrape.value("nccl_collective_calls_total", "rank", "3")).isEqualTo(3);
        assertThat(scrape.value("nccl_collective_calls_total", "rank", "4")).isEqualTo(1);
        assertThat(scrape.value("lockstep_communicators_merged")).isEqualTo(2);
        assertThat(scrape.value("nccl_rank_info", "rank", "3", "pid", "2")).isEqualTo(1);
        assertThat(scrape.has("nccl_rank_info", "rank", "3", "pid", "1")).isFalse();
    }

    @Test
    void showsACommunicatorOfTwoSourcesOnce() {
        Scrape scrape = scrape(
                source(
                        "shared_memory",
                        new SourceState.Fresh(),
                        process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5)))),
                source(
                        "inspector_json",
                        new SourceState.Fresh(),
                        process(
                                1,
                                living(inspected(COMM, 3), series(ALL_REDUCE, MIB, 5)),
                                living(inspected(COMM, 5), series(ALL_REDUCE, MIB, 5)))));

        assertThat(scrape.values("nccl_collective_calls_total")).hasSize(2);
        assertThat(scrape.has("nccl_collective_calls_total", "comm_rank", "3", "comm", COMM))
                .isTrue();
        assertThat(scrape.has("nccl_collective_calls_total", "comm_rank", "5")).isTrue();
        assertThat(scrape.value("lockstep_communicators_hidden", "source", "inspector_json"))
                .isEqualTo(1);
        assertThat(scrape.value("lockstep_communicators_hidden", "source", "shared_memory"))
                .isZero();
    }

    @Test
    void hasOneInfoForEachRankAndEachCommunicator() {
        Scrape scrape = scrape(
                process(1, living(communicator(COMM, 0, 0)), living(communicator("aaaabbbbccccdddd", 0, 0))),
                process(2, living(communicator(COMM, 0, 1))));

        assertThat(scrape.values("nccl_rank_info")).hasSize(2);
        assertThat(scrape.values("nccl_communicator_info")).hasSize(2);
        assertThat(scrape.value("nccl_rank_info", "rank", "1", "uuid", "GPU-00000001-1111-2222-3333-444444444444"))
                .isEqualTo(1);
        assertThat(scrape.value("nccl_communicator_info", "comm", COMM, "comm_name", "dp", "nranks", "8"))
                .isEqualTo(1);
    }

    @Test
    void tellsLossesByProcessAndReason() {
        ProcessSnapshot process = losing(
                process(17, living(communicator(COMM, 0, 0))),
                Map.of("series_table_full", 9L),
                Map.of("stop_before_start", 2L));
        Scrape scrape = scrape(process);

        assertThat(scrape.value("nccl_records_lost_total", "reason", "series_table_full", "pid", "17"))
                .isEqualTo(9);
        assertThat(scrape.value("nccl_suspect_timings_total", "reason", "stop_before_start"))
                .isEqualTo(2);
    }

    @Test
    void tellsAbsentFromFailedFromFresh() {
        Scrape scrape = scrape(
                source("fresh", new SourceState.Fresh()),
                source("absent", new SourceState.Absent("no such directory")),
                source("failed", new SourceState.Failed("no permission")));

        assertThat(scrape.value("lockstep_source_success", "source", "fresh")).isEqualTo(1);
        assertThat(scrape.value("lockstep_source_success", "source", "failed")).isZero();
        assertThat(scrape.has("lockstep_source_success", "source", "absent")).isFalse();
        assertThat(scrape.value("lockstep_source_absent", "source", "absent")).isEqualTo(1);
        assertThat(scrape.value("lockstep_source_absent", "source", "failed")).isZero();
    }

    @Test
    void exposesHowOldItIs() {
        Scrape scrape = scrape(source("shared_memory", new SourceState.Fresh()));

        assertThat(scrape.value("lockstep_snapshot_age_seconds")).isEqualTo(2.5);
        assertThat(scrape.value("lockstep_source_staleness_seconds", "source", "shared_memory"))
                .isEqualTo(2.5);
        assertThat(scrape.value("lockstep_watchdog")).isEqualTo(1);
        assertThat(scrape.value("lockstep_build_info", "version", "1.2.3")).isEqualTo(1);
    }

    @Test
    void servesNothingThatTheCatalogueDoesNotKnow() {
        assertThat(everything().families()).allSatisfy((name, labels) -> {
            MetricFamily family = catalogued(name);
            assertThat(family.labels()).extracting(MetricLabel::label).containsAll(labels);
        });
    }

    @Test
    void servesAllThatTheCatalogueNames() {
        assertThat(everything().families().keySet())
                .containsExactlyInAnyOrderElementsOf(MetricCatalogue.all().stream()
                        .map(MetricFamily::baseName)
                        .toList());
    }

    private static MetricFamily catalogued(String baseName) {
        return MetricCatalogue.all().stream()
                .filter(family -> family.baseName().equals(baseName))
                .findFirst()
                .orElseThrow(() -> new AssertionError(baseName + " is not in the catalogue"));
    }

    private static Scrape everything() {
        CommunicatorSnapshot communicator = waiting(
                living(
                        communicator(COMM, 0, 3),
                        series(ALL_REDUCE, MIB, 5),
                        series(key(NcclFunction.SEND, MIB), MIB, 5)),
                inFlight(NcclFunction.ALL_REDUCE, 5));
        ProcessSnapshot process =
                losing(process(1, communicator), Map.of("ring_full", 1L), Map.of("starved_poller", 1L));
        SourceSnapshot source = source("shared_memory", new SourceState.Fresh(), process);
        return scrape(new SourceSnapshot(
                source.name(),
                source.state(),
                source.processes(),
                1,
                Map.of("unreadable_file", 3L),
                source.readAt(),
                source.lastGoodAt(),
                source.readDuration()));
    }

    private static Scrape scrape(ProcessSnapshot... processes) {
        return scrape(source("shared_memory", new SourceState.Fresh(), processes));
    }

    private static Scrape scrape(SourceSnapshot... sources) {
        NodeSnapshot node = new NodeSnapshot("node-a", NOW.minusSeconds(100), List.of(sources), List.of());
        return new Scrape(new Exposition(new BuildIdentity("1.2.3", "25")).of(node, NOW));
    }

    private static SourceSnapshot source(String name, SourceState state, ProcessSnapshot... processes) {
        Instant readAt = NOW.minusMillis(2_500);
        return new SourceSnapshot(
                name,
                state,
                List.of(processes),
                processes.length,
                Map.of(),
                readAt,
                Optional.of(readAt),
                Duration.ofMillis(3));
    }
}
