// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.text;

import java.util.ArrayList;
import java.util.List;

/// Sentences broken at blanks, so that they fit the width of a terminal.
public final class WrappedText {
    /// Below it a word may stand out, since broken words are worse.
    private static final int WIDTH_MIN = 20;

    private WrappedText() {}

    /// The text in lines of at most so many columns, the first after `lead`, the others as far in. A word that
    /// is longer than a line has one of its own.
    public static List<String> lines(String lead, String text, int columns) {
        String indent = " ".repeat(lead.length());
        int width = Math.max(WIDTH_MIN, columns - lead.length());
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add((lines.isEmpty() ? lead : indent) + line);
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add((lines.isEmpty() ? lead : indent) + line);
        return lines;
    }
}
