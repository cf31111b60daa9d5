// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import dev.lockstep.core.metric.ClassicBuckets;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/// Writes the classic form of histograms over {@link ClassicBuckets} as text. The labels of a series are escaped and
/// encoded once and copied into each of its lines. One scrape uses it.
final class HistogramText {
    private static final int BUFFER_BYTES = 16 * 1024;

    /// What stands between the labels and the count of a bucket: `,le="0.5"} `.
    private static final byte[][] BOUNDS = DoubleStream.of(ClassicBuckets.upperSeconds())
            .mapToObj(bound -> ascii(",le=\"" + (Double.isInfinite(bound) ? "+Inf" : Double.toString(bound)) + "\"} "))
            .toArray(byte[][]::new);

    private final OutputStream out;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int used;

    HistogramText(OutputStream out) {
        this.out = out;
    }

    void write(String head, HistogramSnapshot histogram) throws IOException {
        put(head.getBytes(StandardCharsets.UTF_8));
        String name = histogram.getMetadata().getPrometheusName();
        byte[] bucket = ascii(name + "_bucket{");
        byte[] count = ascii(name + "_count{");
        byte[] sum = ascii(name + "_sum{");
        for (HistogramDataPointSnapshot point : histogram.getDataPoints()) {
            byte[] labels = encoded(point.getLabels());
            writeBuckets(bucket, labels, point.getClassicBuckets());
            writeLine(count, labels, Long.toString(point.getCount()));
            writeLine(sum, labels, Double.toString(point.getSum()));
        }
        out.write(buffer, 0, used);
        used = 0;
    }

    private void writeBuckets(byte[] name, byte[] labels, ClassicHistogramBuckets buckets) throws IOException {
        if (buckets.size() != BOUNDS.length) {
            throw new IllegalArgumentException("expected " + BOUNDS.length + " buckets: " + buckets.size());
        }
        long cumulated = 0;
        for (int i = 0; i < BOUNDS.length; i++) {
            cumulated += buckets.getCount(i);
            put(name);
            put(labels);
            put(BOUNDS[i]);
            put(cumulated);
            put('\n');
        }
    }

    private void writeLine(byte[] name, byte[] labels, String value) throws IOException {
        put(name);
        put(labels);
        put(ascii("} " + value + "\n"));
    }

    /// `a="x",b="y"`, as it stands between the braces.
    private static byte[] encoded(Labels labels) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < labels.size(); i++) {
            text.append(i == 0 ? "" : ",").append(labels.getPrometheusName(i)).append("=\"");
            appendEscaped(text, labels.getValue(i));
            text.append('"');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void appendEscaped(StringBuilder text, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '"' -> text.append("\\\"");
                case '\n' -> text.append("\\n");
                default -> text.append(c);
            }
        }
    }

    private void put(byte[] bytes) throws IOException {
        reserve(bytes.length);
        System.arraycopy(bytes, 0, buffer, used, bytes.length);
        used += bytes.length;
    }

    private void put(char c) throws IOException {
        reserve(1);
        buffer[used++] = (byte) c;
    }

    private void put(long number) throws IOException {
        if (number >= 10) {
            put(ascii(Long.toString(number)));
            return;
        }
        put((char) ('0' + number));
    }

    private void reserve(int bytes) throws IOException {
        if (used + bytes > buffer.length) {
            out.write(buffer, 0, used);
            used = 0;
        }
        if (bytes > buffer.length) {
            buffer = Arrays.copyOf(buffer, bytes);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
