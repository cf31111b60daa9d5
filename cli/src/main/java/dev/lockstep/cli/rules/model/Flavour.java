// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

import java.util.Locale;

/// Which histograms the Prometheus keeps that evaluates the rules. Prometheus 2.42 keeps the classic ones, or the
/// native
/// ones alone where it was started with `--enable-feature=native-histograms`.
public enum Flavour {
    /// `_bucket`, `_sum` and `_count` series.
    CLASSIC,
    /// One series a histogram.
    NATIVE;

    /// The folder of its rule files: `classic`, `native`.
    public String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Seconds observed a second by a histogram: `rate(NAME_sum{…}[1m])`, without its name.
    public String sumRate(String histogram, String matchers, String window) {
        return switch (this) {
            case CLASSIC -> "rate(" + histogram + "_sum" + braced(matchers) + "[" + window + "])";
            case NATIVE -> "histogram_sum(" + rate(histogram, matchers, window) + ")";
        };
    }

    /// Observations a second of a histogram.
    public String countRate(String histogram, String matchers, String window) {
        return switch (this) {
            case CLASSIC -> "rate(" + histogram + "_count" + braced(matchers) + "[" + window + "])";
            case NATIVE -> "histogram_count(" + rate(histogram, matchers, window) + ")";
        };
    }

    /// The histogram itself a second: a series a bucket, or one with all.
    public String bucketRate(String histogram, String matchers, String window) {
        return switch (this) {
            case CLASSIC -> rate(histogram + "_bucket", matchers, window);
            case NATIVE -> rate(histogram, matchers, window);
        };
    }

    /// What to group by, so that the buckets of a histogram stay apart.
    public String withBuckets(String labels) {
        return switch (this) {
            case CLASSIC -> labels.isEmpty() ? "le" : labels + ", le";
            case NATIVE -> labels;
        };
    }

    private static String rate(String series, String matchers, String window) {
        return "rate(" + series + braced(matchers) + "[" + window + "])";
    }

    private static String braced(String matchers) {
        return matchers.isEmpty() ? "" : "{" + matchers + "}";
    }
}
