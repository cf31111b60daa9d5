// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.Family;
import dev.lockstep.agent.exposition.series.Point;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;

/// Writes a text format byte for byte as client_java's writer does, which checks, sorts, escapes and encodes all labels
/// again for each line; it still writes what is not of the catalogue, behind the rest. A test compares the two.
final class TextWriter {
    private final ExpositionFormatWriter others;
    private final TextDialect dialect;
    private final EscapingScheme escaping;

    TextWriter(ExpositionFormatWriter others, TextDialect dialect, EscapingScheme escaping) {
        this.others = others;
        this.dialect = dialect;
        this.escaping = escaping;
    }

    void write(OutputStream out, Families families) throws IOException {
        TextBuffer text = new TextBuffer(out);
        for (Family family : families.sorted()) {
            FamilyText lines = new FamilyText(text, family, dialect);
            for (Point point : family.points()) {
                lines.write(point);
            }
        }
        text.flush();
        if (!families.foreign().isEmpty()) {
            WithoutEnd withoutEnd = new WithoutEnd(out, dialect.end().length());
            others.write(withoutEnd, new MetricSnapshots(families.foreign()), escaping);
        }
        text.put(dialect.end());
        text.flush();
    }
}
