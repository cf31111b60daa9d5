// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import dev.lockstep.agent.exposition.series.Distribution;
import dev.lockstep.agent.exposition.series.Family;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.agent.exposition.series.Point;
import dev.lockstep.core.metric.ClassicBuckets;
import dev.lockstep.core.metric.MetricKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.DoubleStream;

/// Writes one family as lines of text. What does not change from line to line is encoded once.
final class FamilyText {
    /// What stands between the labels and the count of a bucket: `,le="0.5"} `.
    private static final byte[][] BOUNDS = DoubleStream.of(ClassicBuckets.upperSeconds())
            .mapToObj(bound -> bytes(",le=\"" + (Double.isInfinite(bound) ? "+Inf" : bound) + "\"} "))
            .toArray(byte[][]::new);
    private static final byte[] AFTER_LABELS = bytes("} ");
    private static final byte[] LINE_END = bytes("\n");

    private final TextBuffer text;
    private final byte[] name;
    private final byte[] bucket;
    private final byte[] count;
    private final byte[] sum;
    private final boolean isInfo;

    FamilyText(TextBuffer text, Family family, TextDialect dialect) throws IOException {
        this.text = text;
        String series = family.metric().name();
        name = bytes(series + "{");
        bucket = bytes(series + "_bucket{");
        count = bytes(series + "_count{");
        sum = bytes(series + "_sum{");
        isInfo = family.metric().kind() == MetricKind.INFO;
        text.put(dialect.head(family.metric()));
    }

    void write(Point point) throws IOException {
        switch (point) {
            case Point.Single(LabelSet labels, double value) -> writeSingle(labels.text(), value);
            case Point.Spread(LabelSet labels, Distribution spread) -> writeSpread(labels.text(), spread);
        }
    }

    private void writeSingle(byte[] labels, double value) throws IOException {
        begin(name, labels);
        if (isInfo) {
            text.put(1L);
        } else {
            text.put(value);
        }
        text.put(LINE_END);
    }

    private void writeSpread(byte[] labels, Distribution spread) throws IOException {
        long[] counts = spread.classicCounts();
        long cumulated = 0;
        for (int i = 0; i < BOUNDS.length; i++) {
            cumulated += counts[i];
            text.put(bucket);
            text.put(labels);
            text.put(BOUNDS[i]);
            text.put(cumulated);
            text.put(LINE_END);
        }
        begin(count, labels);
        text.put(cumulated);
        text.put(LINE_END);
        begin(sum, labels);
        text.put(spread.sumSeconds());
        text.put(LINE_END);
    }

    private void begin(byte[] series, byte[] labels) throws IOException {
        text.put(series);
        text.put(labels);
        text.put(AFTER_LABELS);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
