// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show.page;

import dev.lockstep.cli.text.Html;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import dev.lockstep.core.analysis.duration.verdict.Words;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How long collectives of each size took, transfer and kernel time, on logarithmic axes: a dot for the median of the
/// transfer, a line from the median to the 99th percentile of the time in the kernel.
final class LatencyBySize {
    private static final int LEFT = 80;
    private static final int WIDTH = 940;
    private static final int HEIGHT = 300;
    private static final int BOTTOM = 46;
    private static final int LEAST_EXPONENT = -6;
    private static final List<String> STYLES = List.of("c0", "c1", "c2", "c3", "c4", "c5");

    private record Key(NcclFunction function, boolean isBetweenNodes, SizeClass size) implements Comparable<Key> {
        String kind() {
            return function.ncclName() + (isBetweenNodes ? " between nodes" : " within a node");
        }

        @Override
        public int compareTo(Key that) {
            int bySize = size.compareTo(that.size);
            return bySize != 0 ? bySize : kind().compareTo(that.kind());
        }
    }

    private record Times(DurationHistogram kernels, DurationHistogram transfers) {
        Times plus(Times that) {
            return new Times(kernels.plus(that.kernels), transfers.plus(that.transfers));
        }
    }

    private LatencyBySize() {}

    static String of(JobVerdict verdict) {
        Map<Key, Times> times = new TreeMap<>();
        for (StudiedCommunicator communicator : verdict.job().communicators()) {
            for (SizeSeries series : communicator.series()) {
                Key key = new Key(series.function(), communicator.isBetweenNodes(), series.size());
                Times these = new Times(
                        series.durations().histogram(), series.transfers().histogram());
                times.merge(key, these, Times::plus);
            }
        }
        List<String> kinds =
                times.keySet().stream().map(Key::kind).distinct().sorted().toList();
        List<SizeClass> sizes =
                times.keySet().stream().map(Key::size).distinct().toList();
        Svg svg = new Svg(WIDTH, HEIGHT, "latency by size");
        grid(svg, sizes);
        times.forEach((key, each) -> {
            int kind = kinds.indexOf(key.kind());
            double column = (WIDTH - LEFT) / (double) sizes.size();
            double x = LEFT + column * (sizes.indexOf(key.size()) + (kind + 1.0) / (kinds.size() + 1));
            draw(svg, x, STYLES.get(kind % STYLES.size()), key, each);
        });
        return svg + legend(kinds);
    }

    private static void grid(Svg svg, List<SizeClass> sizes) {
        for (int exponent = LEAST_EXPONENT; exponent <= 1; exponent++) {
            double y = y(Math.pow(10, exponent));
            svg.line(LEFT, y, WIDTH, y, "grid");
            svg.label(LEFT - 8, y + 4, "end", Words.seconds(Math.pow(10, exponent)));
        }
        double column = (WIDTH - LEFT) / (double) Math.max(1, sizes.size());
        for (int i = 0; i < sizes.size(); i++) {
            svg.label(
                    LEFT + column * (i + 0.5),
                    HEIGHT - 26,
                    "middle",
                    "up to " + sizes.get(i).label());
        }
    }

    private static void draw(Svg svg, double x, String style, Key key, Times times) {
        double median = times.kernels().quantileSeconds(0.5).orElse(0);
        double high = times.kernels().quantileSeconds(0.99).orElse(0);
        double transfer = times.transfers().quantileSeconds(0.5).orElse(0);
        if (median > 0) {
            svg.line(x, y(median), x, y(high), style);
            svg.line(x - 4, y(median), x + 4, y(median), style);
            svg.line(x - 4, y(high), x + 4, y(high), style);
        }
        if (transfer > 0) {
            String tip = key.kind() + ", up to " + key.size().label() + ": transfer P50 " + Words.seconds(transfer)
                    + ", in the kernel P50 " + Words.seconds(median) + ", P99 " + Words.seconds(high);
            svg.dot(x, y(transfer), style, tip);
        }
    }

    private static double y(double seconds) {
        double share = (Math.log10(Math.max(seconds, 1e-6)) - LEAST_EXPONENT) / (1 - LEAST_EXPONENT);
        return 8 + (HEIGHT - BOTTOM - 8) * (1 - Math.min(1, share));
    }

    private static String legend(List<String> kinds) {
        StringBuilder legend = new StringBuilder("<p class=\"legend\">");
        for (int i = 0; i < kinds.size(); i++) {
            legend.append("<span><i class=\"k").append(i % STYLES.size()).append("\"></i>");
            legend.append(Html.escaped(kinds.get(i))).append("</span>");
        }
        return legend.append("</p>").toString();
    }
}
