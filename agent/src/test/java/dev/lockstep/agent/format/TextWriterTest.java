// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.SampleNode;
import dev.lockstep.agent.exposition.BuildIdentity;
import dev.lockstep.agent.exposition.Exposition;
import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.snapshot.AgentUsage;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.agent.usage.UsageMeter;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.device.DeviceReport;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Both text formats are byte for byte what client_java writes.
class TextWriterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");
    private static final String ODD = "\"\\ é\uD83D\uDE80{},=";

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void writesWhatClientJavaWrites(long seed) throws IOException {
        Families families = new Exposition(new BuildIdentity("1", "25"), UsageMeter.ofThisProcess())
                .of(node(new Random(seed)), NOW);

        assertSame(seed, families, OpenMetricsTextFormatWriter.create(), TextDialect.OPEN_METRICS);
        assertSame(seed, families, PrometheusTextFormatWriter.create(), TextDialect.PROMETHEUS);
    }

    private static void assertSame(long seed, Families families, ExpositionFormatWriter theirs, TextDialect dialect)
            throws IOException {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        theirs.write(expected, families.snapshots(), EscapingScheme.DEFAULT);
        ByteArrayOutputStream ours = new ByteArrayOutputStream();
        new TextWriter(theirs, dialect, EscapingScheme.DEFAULT).write(ours, families);

        assertThat(ours.toString(StandardCharsets.UTF_8))
                .as("seed %d, %s", seed, dialect)
                .isEqualTo(expected.toString(StandardCharsets.UTF_8));
    }

    private static NodeSnapshot node(Random random) {
        List<ProcessSnapshot> processes = new ArrayList<>();
        for (int rank = 0; rank < random.nextInt(4); rank++) {
            processes.add(process(rank, communicator(random, rank)));
        }
        SourceSnapshot source = new SourceSnapshot(
                "shared_memory",
                new SourceState.Fresh(),
                processes,
                List.of(),
                DeviceReport.NONE,
                Map.of(),
                1,
                Map.of(),
                NOW,
                Optional.of(NOW),
                Duration.ZERO,
                List.of());
        return new NodeSnapshot("node " + ODD, NOW, List.of(source), AgentUsage.UNKNOWN, List.of());
    }

    private static CommunicatorSnapshot communicator(Random random, int rank) {
        NcclFunction[] functions = NcclFunction.values();
        OperationSeries[] series = new OperationSeries[random.nextInt(9)];
        for (int i = 0; i < series.length; i++) {
            long size = 1L << random.nextInt(40);
            long[] durations = random.longs(random.nextInt(30), 0, 1L << (1 + random.nextInt(42)))
                    .toArray();
            series[i] = series(key(functions[random.nextInt(functions.length)], size), size, durations);
        }
        return living(SampleNode.communicator("comm" + ODD + rank, 0, rank), series);
    }
}
