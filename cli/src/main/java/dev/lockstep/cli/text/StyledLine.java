// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.text;

import java.util.List;

/// One line of a picture, without codes in its text, so that its length is its width.
public record StyledLine(String text, Style style) {
    private static final String CUT = "…";

    /// A line as the terminal writes it.
    public static StyledLine plain(String text) {
        return new StyledLine(text, Style.PLAIN);
    }

    /// Lines that all look alike.
    public static List<StyledLine> of(List<String> texts, Style style) {
        return texts.stream().map(text -> new StyledLine(text, style)).toList();
    }

    /// The same in at most so many columns; a line that had more ends in an ellipsis.
    public StyledLine cutTo(int columns) {
        return text.length() <= columns
                ? this
                : new StyledLine(text.substring(0, Math.max(0, columns - 1)) + CUT, style);
    }
}
