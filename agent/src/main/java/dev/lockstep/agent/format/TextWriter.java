// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Writes a text format byte for byte as client_java's writer does, which writes everything here but histograms: it
/// escapes and encodes all labels again for each of 30 lines. A test compares the two.
///
/// Processor time of a warm scrape with the agent's flags (one core, 2026-11, no quiet machine): 300 operation series
/// take 22 ms by client_java's writer and 4 ms by this one, beside 7 ms for the model; 2,400 take 210 and 30, beside
/// 75.
final class TextWriter {
    private final ExpositionFormatWriter others;
    private final TextDialect dialect;
    private final EscapingScheme escaping;

    TextWriter(ExpositionFormatWriter others, TextDialect dialect, EscapingScheme escaping) {
        this.others = others;
        this.dialect = dialect;
        this.escaping = escaping;
    }

    void write(OutputStream out, MetricSnapshots snapshots) throws IOException {
        List<MetricSnapshot> waiting = new ArrayList<>();
        for (MetricSnapshot snapshot : snapshots) {
            if (snapshot instanceof HistogramSnapshot histogram) {
                writeOthers(out, waiting);
                new HistogramText(out).write(dialect.head(histogram.getMetadata()), histogram);
            } else {
                waiting.add(snapshot);
            }
        }
        writeOthers(out, waiting);
        out.write(dialect.end().getBytes(StandardCharsets.US_ASCII));
    }

    private void writeOthers(OutputStream out, List<MetricSnapshot> waiting) throws IOException {
        WithoutEnd withoutEnd = new WithoutEnd(out, dialect.end().length());
        others.write(withoutEnd, new MetricSnapshots(waiting), escaping);
        waiting.clear();
    }
}
