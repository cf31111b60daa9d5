// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.connection;
import static dev.lockstep.agent.SampleNode.ended;
import static dev.lockstep.agent.SampleNode.histogram;
import static dev.lockstep.agent.SampleNode.inFlight;
import static dev.lockstep.agent.SampleNode.inspected;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.losing;
import static dev.lockstep.agent.SampleNode.phases;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.reported;
import static dev.lockstep.agent.SampleNode.series;
import static dev.lockstep.agent.SampleNode.waiting;
import static dev.lockstep.agent.SampleNode.withChannels;
import static dev.lockstep.agent.SampleNode.withConnections;
import static dev.lockstep.agent.SampleNode.withPhases;
import static dev.lockstep.agent.SampleNode.withoutBusyTime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.SampleHardware;
import dev.lockstep.agent.snapshot.AgentUsage;
import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.metric.BrainMetrics;
import dev.lockstep.core.metric.MetricCatalogue;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.ReportedTiming.Meaning;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.core.model.connection.Direction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The metrics say what the snapshot says: exact counts, no double count, nothing that is not known.
class ExpositionTest {
    private static final long MIB = 1 << 20;
    private static final SeriesKey ALL_REDUCE = key(NcclFunction.ALL_REDUCE, MIB);

    @Test
    void countsEveryObservationInBothForms() {
        Scrape scrape = Scrape.of(
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
        Scrape scrape = Scrape.of(process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 1, 953, 954))));

        assertThat(scrape.nativeZeroCount("nccl_collective_duration_seconds")).isEqualTo(2);
        assertThat(scrape.nativeCounts("nccl_collective_duration_seconds")).containsExactly(Map.entry(-159, 1L));
        assertThat(scrape.value("nccl_collective_duration_seconds_bucket", "le", "9.5367431640625E-7"))
                .isEqualTo(2);
    }

    @Test
    void countsBytesAndBusBytesAsNcclTestsDo() {
        Scrape scrape = Scrape.of(process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5, 5))));

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
        Scrape scrape = Scrape.of(
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
        Scrape scrape = Scrape.of(process(1, living(communicator(COMM, 0, 3), calls)));

        assertThat(scrape.value("nccl_collective_calls_total", "collective", "Broadcast"))
                .isEqualTo(4);
        assertThat(scrape.labels("nccl_collective_calls_total")).doesNotContainKeys("algo", "proto");
        assertThat(scrape.has("nccl_collective_duration_seconds_count")).isFalse();
    }

    @Test
    void servesSendAndRecvByDirection() {
        Scrape scrape = Scrape.of(process(
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
        Scrape scrape = Scrape.of(process(1, communicator));

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
        Scrape scrape = Scrape.of(process(1, ended(living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5)))));

        assertThat(scrape.has("nccl_operations_inflight")).isFalse();
        assertThat(scrape.value("nccl_collective_calls_total")).isEqualTo(1);
    }

    @Test
    void leavesOutLabelsThatAreNotKnown() {
        Scrape scrape = Scrape.of(process(1, living(inspected(COMM, 3), series(ALL_REDUCE, MIB, 5))));

        assertThat(scrape.labels("nccl_collective_calls_total"))
                .containsOnlyKeys("node", "comm_rank", "job_id", "comm", "collective", "size", "algo", "proto")
                .containsEntry("comm", "9f0d3c5a7b1e24");
        assertThat(scrape.has("nccl_rank_info")).isFalse();
    }

    @Test
    void sumsCommunicatorsOfEqualLabelsAndCountsThem() {
        Scrape scrape = Scrape.of(
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
        Scrape scrape = Scrape.of(
                Scrape.source(
                        "shared_memory",
                        new SourceState.Fresh(),
                        process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5)))),
                Scrape.source(
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
        Scrape scrape = Scrape.of(
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
        Scrape scrape = Scrape.of(process);

        assertThat(scrape.value("nccl_records_lost_total", "reason", "series_table_full", "pid", "17"))
                .isEqualTo(9);
        assertThat(scrape.value("nccl_suspect_timings_total", "reason", "stop_before_start"))
                .isEqualTo(2);
    }

    @Test
    void sumsLossesFromTheStartAndShowsAReasonOnceItIsSeen() {
        ProcessSnapshot quiet = losing(
                process(17, living(communicator(COMM, 0, 0))), Map.of("series_table_full", 0L), Map.of("zero", 0L));
        ProcessSnapshot losing = losing(
                process(18, living(communicator(COMM, 0, 1))),
                Map.of("ring_overwritten", 3L, "foreign_event", 4L),
                Map.of());
        Scrape scrape = Scrape.of(quiet, losing);

        assertThat(scrape.value("nccl_records_lost_any_reason_total", "pid", "17"))
                .isZero();
        assertThat(scrape.value("nccl_suspect_timings_any_reason_total", "pid", "17"))
                .isZero();
        assertThat(scrape.has("nccl_records_lost_total", "pid", "17")).isFalse();
        assertThat(scrape.value("nccl_records_lost_any_reason_total", "pid", "18"))
                .isEqualTo(7);
        assertThat(scrape.values("nccl_records_lost_total", "pid", "18")).hasSize(2);
    }

    @Test
    void tellsWhatWasFoldedByJob() {
        SourceSnapshot source = Scrape.source("shared_memory", new SourceState.Fresh());
        Scrape scrape = Scrape.of(folding(source, new FoldedSeries(2, 0, 5), process(1), process(2)));

        assertThat(scrape.value("lockstep_series_folded", "job_id", "4242", "into", "channel"))
                .isEqualTo(4);
        assertThat(scrape.value("lockstep_series_folded", "into", "comm")).isEqualTo(10);
        assertThat(scrape.has("lockstep_series_folded", "into", "size")).isFalse();
    }

    private static SourceSnapshot folding(SourceSnapshot of, FoldedSeries folded, ProcessSnapshot... processes) {
        Map<ProcessIdentity, FoldedSeries> byProcess = new HashMap<>();
        for (ProcessSnapshot process : processes) {
            byProcess.put(process.identity(), folded);
        }
        return Scrape.folding(of, byProcess);
    }

    @Test
    void countsFusedOperationsWhereTheSourceKnowsSpans() {
        OperationSeries fused = new OperationSeries(ALL_REDUCE, 3, 3 * MIB, histogram(5, 5, 5), 2, 0, 0);
        Scrape scrape = Scrape.of(
                process(1, living(communicator(COMM, 0, 3), fused)),
                process(2, withoutBusyTime(living(inspected(COMM, 4), series(ALL_REDUCE, MIB, 5)))));

        assertThat(scrape.values("nccl_operations_fused_total")).containsExactly(2.0);
    }

    @Test
    void countsItsSeriesAHistogramAsOne() {
        Scrape scrape = Scrape.of(process(1, living(communicator(COMM, 0, 3), series(ALL_REDUCE, MIB, 5))));

        assertThat(scrape.value("lockstep_series")).isEqualTo(scrape.points());
    }

    @Test
    void tellsWhatTheAgentHasUsed() {
        Scrape scrape = Scrape.of(Scrape.source("shared_memory", new SourceState.Fresh()));

        assertThat(scrape.value("lockstep_memory_bytes", "kind", "anon")).isEqualTo(40_000_000);
        assertThat(scrape.value("lockstep_memory_bytes", "kind", "file")).isEqualTo(20_000_000);
        assertThat(scrape.value("lockstep_cpu_seconds_total")).isEqualTo(1.5);
        assertThat(scrape.value("lockstep_scrape_seconds_total")).isEqualTo(0.014);
    }

    @Test
    void leavesOutWhatTheKernelDoesNotSay() {
        Scrape scrape = Scrape.with(AgentUsage.UNKNOWN);

        assertThat(scrape.has("lockstep_memory_bytes")).isFalse();
        assertThat(scrape.has("lockstep_cpu_seconds_total")).isFalse();
        assertThat(scrape.value("lockstep_scrape_seconds_total")).isZero();
    }

    @Test
    void tellsAbsentFromFailedFromFresh() {
        Scrape scrape = Scrape.of(
                Scrape.source("fresh", new SourceState.Fresh()),
                Scrape.source("absent", new SourceState.Absent("no such directory")),
                Scrape.source("failed", new SourceState.Failed("no permission")));

        assertThat(scrape.value("lockstep_source_success", "source", "fresh")).isEqualTo(1);
        assertThat(scrape.value("lockstep_source_success", "source", "failed")).isZero();
        assertThat(scrape.has("lockstep_source_success", "source", "absent")).isFalse();
        assertThat(scrape.value("lockstep_source_absent", "source", "absent")).isEqualTo(1);
        assertThat(scrape.value("lockstep_source_absent", "source", "failed")).isZero();
    }

    @Test
    void exposesHowOldItIs() {
        Scrape scrape = Scrape.of(Scrape.source("shared_memory", new SourceState.Fresh()));

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
                        .filter(family -> !BrainMetrics.all().contains(family))
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
                withChannels(
                        living(
                                communicator(COMM, 0, 3),
                                series(ALL_REDUCE, MIB, 5),
                                series(key(NcclFunction.SEND, MIB), MIB, 5)),
                        new ChannelCounters(0, 1, 0, 0, 5)),
                inFlight(NcclFunction.ALL_REDUCE, 5));
        CommunicatorSnapshot symmetric =
                withConnections(withPhases(communicator, phases(7)), connection(8, Direction.SEND, 0, 2));
        ProcessSnapshot process = losing(process(1, symmetric), Map.of("ring_full", 1L), Map.of("missing_stamp", 1L));
        SourceSnapshot source = Scrape.source("shared_memory", new SourceState.Fresh(), process);
        SourceSnapshot folding = folding(source, new FoldedSeries(1, 1, 1), process);
        return Scrape.of(new SourceSnapshot(
                folding.name(),
                folding.state(),
                folding.processes(),
                List.of(
                        reported(Meaning.MEAN, NcclFunction.ALL_REDUCE),
                        reported(Meaning.MEAN, NcclFunction.SEND),
                        reported(Meaning.LAST, NcclFunction.ALL_REDUCE)),
                SampleHardware.everything(),
                folding.folded(),
                1,
                Map.of("unreadable_file", 3L),
                folding.readAt(),
                folding.lastGoodAt(),
                folding.readDuration(),
                TroubleFamiliesTest.everything()));
    }
}
