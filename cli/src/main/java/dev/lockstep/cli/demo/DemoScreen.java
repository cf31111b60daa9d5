// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.text.Style;
import dev.lockstep.cli.text.StyledLine;
import dev.lockstep.cli.text.TextTable;
import dev.lockstep.cli.text.Units;
import dev.lockstep.cli.text.WrappedText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The whole picture of the demo as lines, cut to the size of the terminal. Pure: what the agents saw and the brain
/// said goes in, text comes out.
///
/// Where it does not fit, the communicators go first, then ranks, and what the brain says never.
final class DemoScreen {
    /// A heading above and a blank below the rows of a table.
    private static final int AROUND_ROWS = 2;
    /// A table with less than two rows shown, of several that it has, says nothing.
    private static final int ROWS_MIN = 2;

    /// On a terminal with fewer rows the tables are not explained.
    private static final int EXPLAINED_ROWS_MIN = 30;

    private static final String FOOTER =
            "Time in a collective includes waiting: the rank that the others wait for shows the shortest.";

    private final String job;
    private final ScreenSize size;

    DemoScreen(String job, ScreenSize size) {
        this.job = job;
        this.size = size;
    }

    /// What is said beside the tables.
    ///
    /// @param places where to look: agents, brain, servers
    /// @param incidents what the brain says
    /// @param marks severity by the rank that an incident names
    /// @param notes what has happened beside that
    record Said(List<String> places, List<StyledLine> incidents, Map<Integer, String> marks, List<String> notes) {}

    /// `running` since the start of the job; `window` is what rates and quantiles cover.
    List<StyledLine> lines(List<DemoNode> nodes, Duration running, Duration window, Said said) {
        List<StyledLine> head = new ArrayList<>();
        head.add(new StyledLine("Lockstep demo · " + job + " · " + clock(running), Style.STRONG));
        said.places().forEach(place -> head.add(new StyledLine("  " + place, Style.FAINT)));
        head.add(StyledLine.plain(""));
        head.addAll(said.incidents());
        head.add(StyledLine.plain(""));
        List<StyledLine> foot = new ArrayList<>();
        said.notes()
                .forEach(note -> foot.addAll(StyledLine.of(WrappedText.lines("", note, size.columns()), Style.PLAIN)));
        if (size.rows() >= EXPLAINED_ROWS_MIN) {
            foot.addAll(StyledLine.of(
                    WrappedText.lines("", "Over the last " + window.toSeconds() + " s. " + FOOTER, size.columns()),
                    Style.FAINT));
        }
        List<StyledLine> lines = new ArrayList<>(head);
        lines.addAll(tables(nodes, window, said.marks(), size.rows() - 1 - head.size() - foot.size()));
        lines.addAll(foot);
        return lines.stream().map(line -> line.cutTo(size.columns())).toList();
    }

    private List<StyledLine> tables(List<DemoNode> nodes, Duration window, Map<Integer, String> marks, int rows) {
        double windowSeconds = Math.max(window.toMillis(), 1) / 1e3;
        TextTable communicators = CommunicatorTable.of(nodes, windowSeconds);
        if (communicators.size() == 0) {
            return List.of(StyledLine.plain("Waiting for the first operations ..."), StyledLine.plain(""));
        }
        TextTable ranks = RankTable.of(nodes, windowSeconds, marks);
        List<StyledLine> lines = new ArrayList<>(table(communicators, rows - ranks.size() - AROUND_ROWS));
        lines.addAll(table(ranks, rows - lines.size()));
        return lines;
    }

    private List<StyledLine> table(TextTable table, int rowsMax) {
        int rows = rowsMax - AROUND_ROWS;
        if (rows < Math.min(table.size(), ROWS_MIN)) {
            return List.of();
        }
        List<String> texts = table.lines(rows, size.columns());
        List<StyledLine> lines = new ArrayList<>();
        lines.add(new StyledLine(texts.getFirst(), Style.STRONG));
        texts.stream().skip(1).forEach(text -> lines.add(new StyledLine(text, RankTable.style(text))));
        lines.add(StyledLine.plain(""));
        return lines;
    }

    private static String clock(Duration running) {
        return running.isNegative() ? "starting" : Units.clock(running);
    }
}
