// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.inspected;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.reported;
import static dev.lockstep.agent.SampleNode.series;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.ReportedTiming.Meaning;
import dev.lockstep.core.model.device.DeviceReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What others have summed up, and what ran on other nodes.
final class ReportedExpositionTest {
    @Test
    void showsWhatWasReportedUnderNamesOfItsOwn() {
        SourceSnapshot source = Scrape.source("inspector_prom", new SourceState.Fresh());
        Scrape scrape = Scrape.of(new SourceSnapshot(
                source.name(),
                source.state(),
                List.of(),
                List.of(reported(Meaning.MEAN, NcclFunction.ALL_REDUCE), reported(Meaning.MEAN, NcclFunction.SEND)),
                DeviceReport.NONE,
                Map.of(),
                0,
                Map.of(),
                source.readAt(),
                source.lastGoodAt(),
                source.readDuration(),
                List.of()));

        assertThat(scrape.value(
                        "nccl_inspector_collective_duration_mean_seconds",
                        "uuid",
                        "GPU-da8b1dae",
                        "node",
                        "node-b",
                        "collective",
                        "AllReduce",
                        "message_size",
                        "16-17MB"))
                .isEqualTo(0.25);
        assertThat(scrape.value("nccl_inspector_p2p_bandwidth_mean_bytes_per_second", "direction", "send"))
                .isEqualTo(5e9);
    }

    @Test
    void namesTheNodeThatARankRanOnWhereItIsAnotherOne() {
        ProcessIdentity there =
                new ProcessIdentity("node-b", 1, "4242", Optional.empty(), OptionalInt.empty(), Optional.of("node-b"));
        ProcessSnapshot away = new ProcessSnapshot(
                there,
                List.of(living(inspected(COMM, 1), series(key(NcclFunction.ALL_REDUCE, 1 << 20), 1 << 20, 5))),
                Map.of("cut_line", 2L),
                Map.of());
        Scrape scrape = Scrape.of(
                process(1, living(inspected(COMM, 0), series(key(NcclFunction.ALL_REDUCE, 1 << 20), 1 << 20, 5))),
                away);

        assertThat(scrape.values("nccl_collective_calls_total", "node", "node-a"))
                .hasSize(1);
        assertThat(scrape.values("nccl_collective_calls_total", "node", "node-b"))
                .hasSize(1);
        assertThat(scrape.value("nccl_records_lost_total", "node", "node-b", "reason", "cut_line"))
                .isEqualTo(2);
        assertThat(scrape.values("nccl_communicator_info")).hasSize(2);
    }
}
