// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Standard output as a screen that is drawn over and over, or as plain text where it is a file or a pipe.
final class Terminal {
    private static final String HOME_AND_CLEAR = "\033[H\033[J";
    private static final int HEIGHT_DEFAULT = 48;
    private static final String STTY = "stty size";

    private final PrintWriter out;
    private final boolean interactive;

    private Terminal(PrintWriter out, boolean interactive) {
        this.out = out;
        this.interactive = interactive;
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

    /// Rows of the terminal; where it does not tell, enough for two nodes of eight ranks.
    int height() {
        if (!interactive) {
            return HEIGHT_DEFAULT;
        }
        try {
            Process stty = new ProcessBuilder(List.of("sh", "-c", STTY + " < /dev/tty")).start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int rows = Integer.parseInt(answer.split(" ", 2)[0]);
            return rows > 0 ? rows : HEIGHT_DEFAULT;
        } catch (IOException | NumberFormatException _) {
            return HEIGHT_DEFAULT;
        }
    }

    /// Draws the picture over the last one, or below it where there is no screen.
    void draw(List<String> lines) {
        if (interactive) {
            out.print(HOME_AND_CLEAR);
        } else {
            out.println();
        }
        lines.forEach(out::println);
        out.flush();
    }

    /// A line of plain text.
    void say(String line) {
        out.println(line);
        out.flush();
    }
}
