// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.text.StyledLine;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Standard output as a screen that is drawn over and over, or as plain text where it is a file or a pipe.
final class Terminal {
    private static final String CLEAR = "\033[H\033[J";
    private static final String HOME = "\033[H";
    private static final String END_OF_LINE = "\033[K";
    private static final String END_OF_SCREEN = "\033[J";
    private static final String STTY = "stty size";
    private static final String NO_COLOR = "NO_COLOR";

    private final PrintWriter out;
    private final boolean interactive;
    private final boolean coloured;
    private boolean drawn;

    private Terminal(PrintWriter out, boolean interactive) {
        this.out = out;
        this.interactive = interactive;
        this.coloured =
                interactive && System.getenv().getOrDefault(NO_COLOR, "").isEmpty();
    }

    static Terminal of(PrintWriter out) {
        return new Terminal(
                out,
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false));
    }

    /// Whether a person watches, so that the picture can be redrawn in place.
    boolean isInteractive() {
        return interactive;
    }

    /// What fits on it now, since people change it.
    ScreenSize size() {
        if (!interactive) {
            return ScreenSize.USUAL;
        }
        try {
            Process stty = new ProcessBuilder(List.of("sh", "-c", STTY + " < /dev/tty")).start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String[] words = answer.strip().split(" ", 2);
            ScreenSize size = new ScreenSize(Integer.parseInt(words[0]), Integer.parseInt(words[words.length - 1]));
            return size.rows() > 0 && size.columns() > 0 ? size : ScreenSize.USUAL;
        } catch (IOException | NumberFormatException _) {
            return ScreenSize.USUAL;
        }
    }

    /// Draws the picture over the last one without a flicker, or below it where there is no screen.
    void draw(List<StyledLine> lines) {
        if (!interactive) {
            out.println();
            lines.forEach(this::say);
            return;
        }
        out.print(drawn ? HOME : CLEAR);
        drawn = true;
        lines.forEach(line -> out.println(text(line) + END_OF_LINE));
        out.print(END_OF_SCREEN);
        out.flush();
    }

    /// A line of plain text.
    void say(String line) {
        out.println(line);
        out.flush();
    }

    /// A line of text that looks as it is.
    void say(StyledLine line) {
        say(text(line));
    }

    private String text(StyledLine line) {
        return coloured ? line.style().painted(line.text()) : line.text();
    }
}
