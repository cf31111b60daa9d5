// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.text.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The whole picture of the demo as lines of text, cut to the height of the terminal. Pure: what
/// the agents saw goes
/// in, text comes out.
final class DemoScreen {
    private static final int FIXED_LINES = 9;
    private static final int COMMUNICATOR_ROWS_MIN = 6;

    private final String job;
    private final int height;

    DemoScreen(String job, int height) {
        this.job = job;
        this.height = height;
    }

    /// `running` since the start of the demo; `window` is what rates and quantiles cover.
    List<String> lines(List<DemoNode> nodes, Duration running, Duration window, List<String> notes) {
        double windowSeconds = Math.max(window.toMillis(), 1) / 1e3;
        TextTable ranks = RankTable.of(nodes, windowSeconds);
        TextTable communicators = CommunicatorTable.of(nodes, windowSeconds);
        int rankRows = ranks.size();
        int communicatorRows =
                Math.max(COMMUNICATOR_ROWS_MIN, height - FIXED_LINES - rankRows - nodes.size() - notes.size());
        List<String> lines = new ArrayList<>();
        lines.add("Lockstep demo · " + job + " · " + clock(running));
        nodes.forEach(node -> lines.add("  " + node.name() + "  " + node.metricsUrl()));
        lines.add("");
        if (communicators.size() == 0) {
            lines.add("Waiting for the first operations ...");
            return lines;
        }
        lines.addAll(communicators.lines(communicatorRows));
        lines.add("");
        lines.addAll(ranks.lines(Math.max(rankRows, 1)));
        lines.add("");
        lines.addAll(notes);
        lines.add("Over the last "
                + window.toSeconds()
                + " s. Time in a collective includes waiting: the rank that the others wait for"
                + " shows the shortest.");
        return lines;
    }

    private static String clock(Duration running) {
        return "%02d:%02d".formatted(running.toMinutes(), running.toSecondsPart());
    }
}
