// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show.page;

import dev.lockstep.core.analysis.duration.verdict.Delays;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import dev.lockstep.core.analysis.duration.verdict.Words;
import java.util.Arrays;
import java.util.Locale;

/// Ranks over time: the darker, the later a rank came than its peers for reasons of its own. Of many ranks neighbours
/// share a row, which shows the latest of them.
final class RankHeat {
    private static final int ROWS_MAX = 64;
    private static final int LEFT = 110;
    private static final int WIDTH = 940;
    private static final int BOTTOM = 26;

    private RankHeat() {}

    static String of(JobVerdict verdict) {
        double[][] delays = Delays.of(verdict);
        int perRow = Math.ceilDiv(delays.length, ROWS_MAX);
        int rows = Math.ceilDiv(delays.length, perRow);
        int rowHeight = rows > 32 ? 9 : 16;
        Svg svg = new Svg(WIDTH, rows * rowHeight + BOTTOM, "how late each rank came, over the run");
        double most = Arrays.stream(delays)
                .flatMapToDouble(Arrays::stream)
                .filter(delay -> !Double.isNaN(delay))
                .max()
                .orElse(0);
        double full = Math.max(most, verdict.times().stepSeconds().orElse(0) / 20);
        int windows = verdict.times().windows();
        double cell = (WIDTH - LEFT) / (double) windows;
        for (int row = 0; row < rows; row++) {
            double y = row * (double) rowHeight;
            String name = verdict.job().label(verdict.job().processes().get(row * perRow));
            if (rowHeight > 10 || row % 4 == 0) {
                svg.label(LEFT - 8, y + rowHeight - 4, "end", name);
            }
            for (int window = 0; window < windows; window++) {
                double delay = latest(delays, row * perRow, perRow, window);
                Svg.Box box = new Svg.Box(LEFT + window * cell, y + 1, cell - 1, rowHeight - 2);
                svg.box(box, style(delay, full), tip(verdict, name, window, delay));
            }
        }
        String unit = verdict.times().isStepKnown() ? "step" : "round";
        int bottom = rows * rowHeight + BOTTOM - 8;
        svg.label(LEFT, bottom, "start", unit + " 0");
        svg.label(
                WIDTH,
                bottom,
                "end",
                String.format(Locale.ROOT, "%s %.0f", unit, verdict.times().steps()));
        return svg.toString();
    }

    private static double latest(double[][] delays, int from, int count, int window) {
        double latest = Double.NaN;
        for (int i = from; i < Math.min(delays.length, from + count); i++) {
            boolean isLater = Double.isNaN(latest) || delays[i][window] > latest;
            latest = isLater ? delays[i][window] : latest;
        }
        return latest;
    }

    private static String style(double delay, double full) {
        if (Double.isNaN(delay)) {
            return "class=\"unknown\"";
        }
        double share = full <= 0 ? 0 : Math.min(1, delay / full);
        return String.format(Locale.ROOT, "class=\"heat\" fill-opacity=\"%.2f\"", 0.05 + 0.95 * share);
    }

    private static String tip(JobVerdict verdict, String name, int window, double delay) {
        double step = window * verdict.times().steps() / verdict.times().windows();
        return name
                + String.format(Locale.ROOT, ", from step %.0f: ", step)
                + (Double.isNaN(delay) ? "not known" : Words.seconds(delay) + " late in a step");
    }
}
