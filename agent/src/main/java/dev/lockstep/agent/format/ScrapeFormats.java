// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import dev.lockstep.agent.exposition.series.Families;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.IOException;
import java.io.OutputStream;

/// Chooses the format for a scraper as client_java does by its Accept header: protobuf, OpenMetrics, or Prometheus
/// text where it asks for nothing known. Any thread may call it.
public final class ScrapeFormats {
    private final ExpositionFormats formats =
            ExpositionFormats.init(PrometheusProperties.builder().build());

    /// One format for one scraper.
    public interface ScrapeFormat {
        /// The value of the header Content-Type.
        String contentType();

        /// Writes `families` to `out`, which stays open.
        void write(OutputStream out, Families families) throws IOException;
    }

    private record Chosen(ExpositionFormatWriter writer, EscapingScheme escaping) implements ScrapeFormat {
        @Override
        public String contentType() {
            return writer.getContentType() + escaping.toHeaderFormat();
        }

        @Override
        public void write(OutputStream out, Families families) throws IOException {
            switch (writer) {
                case PrometheusTextFormatWriter text ->
                    new TextWriter(text, TextDialect.PROMETHEUS, escaping).write(out, families);
                case OpenMetricsTextFormatWriter text ->
                    new TextWriter(text, TextDialect.OPEN_METRICS, escaping).write(out, families);
                default -> writer.write(out, families.snapshots(), escaping);
            }
        }
    }

    /// The format for this Accept header, which may be empty or nonsense.
    public ScrapeFormat of(String accept) {
        return new Chosen(formats.findWriter(accept), EscapingScheme.fromAcceptHeader(accept));
    }
}
