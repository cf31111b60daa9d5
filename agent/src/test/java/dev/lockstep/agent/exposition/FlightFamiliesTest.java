// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.flight.SpoolCounts;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.usage.UsageMeter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlightFamiliesTest {
    private static final SpoolCounts COUNTS = new SpoolCounts(
            Map.of("killed", 3L, "hung", 1L), Map.of("age", 2L), Map.of("unwritable", 1L), 4, 13_000_000);

    private static List<String> served(Optional<SpoolCounts> spool) throws IOException {
        NodeSnapshot node = NodeSnapshot.starting("node-a", Instant.EPOCH, List.of());
        MetricSnapshots all = new Exposition(new BuildIdentity("1", "25"), UsageMeter.ofThisProcess(), () -> spool)
                .of(node, Instant.EPOCH)
                .snapshots();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(text, all);
        return text.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("lockstep_flight_"))
                .toList();
    }

    @Test
    void tellsWhatTheSpoolDidAndHolds() throws IOException {
        assertThat(served(Optional.of(COUNTS)))
                .containsExactlyInAnyOrder(
                        "lockstep_flight_records_total{node=\"node-a\",reason=\"hung\"} 1.0",
                        "lockstep_flight_records_total{node=\"node-a\",reason=\"killed\"} 3.0",
                        "lockstep_flight_records_removed_total{node=\"node-a\",reason=\"age\"} 2.0",
                        "lockstep_flight_records_failed_total{node=\"node-a\",reason=\"unwritable\"} 1.0",
                        "lockstep_flight_spool_records{node=\"node-a\"} 4.0",
                        "lockstep_flight_spool_bytes{node=\"node-a\"} 1.3E7");
    }

    @Test
    void saysNothingWhereNoneAreKept() throws IOException {
        assertThat(served(Optional.empty())).isEmpty();
    }
}
