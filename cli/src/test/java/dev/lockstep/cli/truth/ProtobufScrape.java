// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The native histograms in a scrape in protobuf: field numbers of
/// https://github.com/prometheus/client_model/blob/master/io/prometheus/client/metrics.proto.
final class ProtobufScrape {
    private static final int FAMILY_NAME = 1;
    private static final int FAMILY_METRIC = 4;
    private static final int METRIC_LABEL = 1;
    private static final int METRIC_HISTOGRAM = 7;
    private static final int SAMPLE_COUNT = 1;
    private static final int SAMPLE_SUM = 2;
    private static final int SCHEMA = 5;
    private static final int ZERO_THRESHOLD = 6;
    private static final int ZERO_COUNT = 7;
    private static final int POSITIVE_SPAN = 12;
    private static final int POSITIVE_DELTA = 13;

    private ProtobufScrape() {}

    static Map<SeriesName, ServedHistogram> histograms(byte[] body, String family) {
        Map<SeriesName, ServedHistogram> histograms = new HashMap<>();
        for (ProtobufMessage message : ProtobufMessage.delimited(body)) {
            if (message.text(FAMILY_NAME).equals(family)) {
                message.messages(FAMILY_METRIC)
                        .forEach(metric -> histograms.put(name(metric), histogram(metric.messages(METRIC_HISTOGRAM))));
            }
        }
        return histograms;
    }

    private static SeriesName name(ProtobufMessage metric) {
        Map<String, String> labels = new HashMap<>();
        metric.messages(METRIC_LABEL).forEach(label -> labels.put(label.text(1), label.text(2)));
        return SeriesName.of(labels);
    }

    private static ServedHistogram histogram(List<ProtobufMessage> one) {
        ProtobufMessage histogram = one.getFirst();
        assertThat(histogram.signed(SCHEMA)).isEqualTo(3);
        TreeMap<Double, Long> cumulative = new TreeMap<>();
        long sum = histogram.number(ZERO_COUNT);
        cumulative.put(histogram.real(ZERO_THRESHOLD), sum);
        Iterator<Long> deltas = histogram.signedNumbers(POSITIVE_DELTA).iterator();
        long index = 0;
        long inBucket = 0;
        for (ProtobufMessage span : histogram.messages(POSITIVE_SPAN)) {
            index += span.signed(1);
            for (long left = span.number(2); left > 0; left--) {
                inBucket += deltas.next();
                sum += inBucket;
                cumulative.put(Math.pow(2, index / 8.0), sum);
                index++;
            }
        }
        return new ServedHistogram(cumulative, histogram.number(SAMPLE_COUNT), histogram.real(SAMPLE_SUM));
    }
}
