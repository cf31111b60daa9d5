// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.text;

/// How a line looks where a terminal can show it. Colours say nothing that the words do not.
public enum Style {
    /// As the terminal writes.
    PLAIN(""),
    /// What the rest is about.
    STRONG("\033[1m"),
    /// What is there to be looked up.
    FAINT("\033[2m"),
    /// All is as it should be.
    GOOD("\033[32m"),
    /// Somebody should look.
    WARNING("\033[1;33m"),
    /// Somebody must look now.
    ALARM("\033[1;31m");

    private static final String END = "\033[0m";

    private final String begin;

    Style(String begin) {
        this.begin = begin;
    }

    /// The text with the codes of a terminal around it.
    public String painted(String text) {
        return begin.isEmpty() ? text : begin + text + END;
    }
}
