// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.compat;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.inspected;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.agent.snapshot.AgentUsage;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.device.DeviceReport;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// NVIDIA's gauges, under its names and with its labels, over the last whole window.
final class InspectorGaugesTest {
    private static final Instant BEGIN = Instant.parse("2026-11-30T00:00:00Z");
    private static final Instant END = BEGIN.plus(InspectorGauges.WINDOW);
    private static final long SIZE = 16 << 20;

    private final InspectorGauges gauges = new InspectorGauges();

    @Test
    void meansWhatWasCountedInTheWindowAndNothingBefore() {
        gauges.update(at(BEGIN, reduced(9_000_000)));
        gauges.update(at(END, reduced(9_000_000, 200_000, 400_000)));

        assertThat(point("nccl_collective_exec_time_microseconds").getValue()).isEqualTo(300);
        assertThat(point("nccl_bus_bandwidth_gbs").getValue()).isEqualTo(SIZE * 1.75 / 300_000, within(1e-9));
    }

    @Test
    void labelsAsInspectorDoes() {
        gauges.update(at(BEGIN));
        gauges.update(at(END, reduced(200_000)));

        assertThat(point("nccl_bus_bandwidth_gbs").getLabels().stream())
                .extracting(label -> label.getName() + "=" + label.getValue())
                .containsExactlyInAnyOrder(
                        "version=v5.1",
                        "slurm_job_id=4242",
                        "node=node-a",
                        "gpu=GPU3",
                        "comm_name=dp",
                        "n_nodes=1",
                        "nranks=8",
                        "collective=AllReduce",
                        "message_size=16-17MB",
                        "algo_proto=RING_SIMPLE");
    }

    @Test
    void takesWhatOneRankGivesForTheSizeOfAllGather() {
        gauges.update(at(BEGIN));
        gauges.update(at(
                END,
                process(
                        1,
                        living(
                                communicator(COMM, 0, 3),
                                series(key(NcclFunction.ALL_GATHER, 8 * SIZE), 8 * SIZE, 1_000_000)))));

        assertThat(point("nccl_bus_bandwidth_gbs").getLabels().get("message_size"))
                .isEqualTo("16-17MB");
        assertThat(point("nccl_bus_bandwidth_gbs").getValue()).isEqualTo(SIZE * 7 / 1e6, within(1e-9));
    }

    @Test
    void showsSendUnderNamesOfItsOwn() {
        gauges.update(at(BEGIN));
        gauges.update(at(
                END,
                process(1, living(communicator(COMM, 0, 3), series(key(NcclFunction.SEND, SIZE), SIZE, 1_000_000)))));

        GaugeDataPointSnapshot send = point("nccl_p2p_exec_time_microseconds");
        assertThat(send.getValue()).isEqualTo(1000);
        assertThat(send.getLabels().get("p2p_operation")).isEqualTo("Send");
        assertThat(send.getLabels().contains("algo_proto")).isFalse();
        assertThat(point("nccl_p2p_bus_bandwidth_gbs").getValue()).isEqualTo(SIZE / 1e6, within(1e-9));
    }

    @Test
    void keepsAWindowUntilTheNextIsWholeAndThenEndsWhatWasIdle() {
        gauges.update(at(BEGIN));
        gauges.update(at(END, reduced(200_000)));
        gauges.update(at(END.plus(InspectorGauges.WINDOW).minusMillis(1), reduced(200_000)));
        assertThat(gauges.latest()).hasSize(2);

        gauges.update(at(END.plus(InspectorGauges.WINDOW), reduced(200_000)));

        assertThat(gauges.latest()).isEmpty();
    }

    @Test
    void countsOnceWhatTwoSourcesSeeAndMeansRanksThatCannotBeToldApart() {
        ProcessSnapshot twice =
                process(9, living(inspected(COMM, 3), series(key(NcclFunction.ALL_REDUCE, SIZE), SIZE, 7)));
        ProcessSnapshot one = process(
                10, living(inspected("aaaabbbbccccdddd", 0), series(key(NcclFunction.ALL_REDUCE, SIZE), SIZE, 1_000)));
        ProcessSnapshot other = process(
                11, living(inspected("aaaabbbbccccdddd", 1), series(key(NcclFunction.ALL_REDUCE, SIZE), SIZE, 3_000)));
        gauges.update(at(BEGIN));
        gauges.update(new NodeSnapshot(
                "node-a",
                BEGIN,
                List.of(
                        source("shared_memory", END, reduced(200_000)),
                        source("inspector_json", END, twice, one, other)),
                AgentUsage.UNKNOWN,
                List.of()));

        assertThat(points("nccl_collective_exec_time_microseconds"))
                .extracting(GaugeDataPointSnapshot::getValue)
                .containsExactlyInAnyOrder(200.0, 2.0);
    }

    @Test
    void waitsUntilEverySourceWasRead() {
        gauges.update(NodeSnapshot.starting("node-a", BEGIN, List.of("inspector_json")));
        gauges.update(at(END, reduced(200_000)));

        assertThat(gauges.latest()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0-1B", "1023, 1023-1024B", "1024, 1-2KB", "17825791, 16-17MB", "1125899906842624, 1024-1025TB"})
    void namesASizeAsInspectorDoes(long bytes, String label) {
        assertThat(MessageSize.label(bytes)).isEqualTo(label);
    }

    private static ProcessSnapshot reduced(long... nanos) {
        return process(1, living(communicator(COMM, 0, 3), series(key(NcclFunction.ALL_REDUCE, SIZE), SIZE, nanos)));
    }

    private static NodeSnapshot at(Instant now, ProcessSnapshot... processes) {
        return new NodeSnapshot(
                "node-a", BEGIN, List.of(source("shared_memory", now, processes)), AgentUsage.UNKNOWN, List.of());
    }

    private static SourceSnapshot source(String name, Instant now, ProcessSnapshot... processes) {
        return new SourceSnapshot(
                name,
                new SourceState.Fresh(),
                List.of(processes),
                List.of(),
                DeviceReport.NONE,
                Map.of(),
                processes.length,
                Map.of(),
                now,
                Optional.of(now),
                Duration.ZERO,
                List.of());
    }

    private GaugeDataPointSnapshot point(String name) {
        assertThat(points(name)).hasSize(1);
        return points(name).getFirst();
    }

    private List<GaugeDataPointSnapshot> points(String name) {
        return gauges.latest().stream()
                .filter(gauge -> gauge.getMetadata().getName().equals(name))
                .flatMap(gauge -> ((GaugeSnapshot) gauge).getDataPoints().stream())
                .toList();
    }
}
