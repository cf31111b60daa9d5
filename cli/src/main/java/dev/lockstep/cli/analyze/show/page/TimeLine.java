// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show.page;

import dev.lockstep.core.analysis.duration.verdict.Delays;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import dev.lockstep.core.analysis.duration.verdict.Words;
import java.util.Arrays;
import java.util.Locale;

/// What a mean rank spends in collectives in one step, over the run: transfer below, wait on top of it.
final class TimeLine {
    private static final int LEFT = 80;
    private static final int WIDTH = 940;
    private static final int HEIGHT = 240;
    private static final int BOTTOM = 26;
    private static final int LINES = 4;

    private TimeLine() {}

    static String of(JobVerdict verdict) {
        double[] kernels = Delays.kernels(verdict);
        double[] transfers = Delays.transfers(verdict);
        double most = Arrays.stream(kernels)
                        .filter(value -> !Double.isNaN(value))
                        .max()
                        .orElse(0)
                * 1.1;
        Svg svg = new Svg(WIDTH, HEIGHT, "wait and transfer over the run");
        if (most <= 0) {
            return svg.label(LEFT, 20, "start", "no times").toString();
        }
        for (int i = 0; i <= LINES; i++) {
            double y = y(most * i / LINES, most);
            svg.line(LEFT, y, WIDTH, y, "grid");
            svg.label(LEFT - 8, y + 4, "end", Words.seconds(most * i / LINES));
        }
        double cell = (WIDTH - LEFT) / (double) kernels.length;
        for (int window = 0; window < kernels.length; window++) {
            double kernel = Double.isNaN(kernels[window]) ? 0 : kernels[window];
            double transfer = Math.min(kernel, transfers[window]);
            double x = LEFT + window * cell;
            String step = String.format(
                    Locale.ROOT, "from step %.0f: ", window * verdict.times().steps() / kernels.length);
            String moved = step + "transfer " + Words.seconds(transfer);
            svg.box(box(x, cell, y(transfer, most), y(0, most)), "class=\"transfer\"", moved);
            String waited = step + "wait " + Words.seconds(kernel - transfer);
            svg.box(box(x, cell, y(kernel, most), y(transfer, most)), "class=\"wait\"", waited);
        }
        svg.label(LEFT, HEIGHT - 8, "start", "step 0");
        svg.label(
                WIDTH,
                HEIGHT - 8,
                "end",
                String.format(Locale.ROOT, "step %.0f", verdict.times().steps()));
        return svg.toString();
    }

    private static Svg.Box box(double x, double width, double top, double bottom) {
        return new Svg.Box(x, top, width - 1, Math.max(0, bottom - top));
    }

    private static double y(double value, double most) {
        return 8 + (HEIGHT - BOTTOM - 8) * (1 - value / most);
    }
}
