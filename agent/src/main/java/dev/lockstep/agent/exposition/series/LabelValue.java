// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

/// Makes a label value of a text that a job wrote: bounded, valid Unicode, without control characters.
public final class LabelValue {
    /// Longest label value in characters; what is longer is cut.
    static final int LENGTH_MAX = 128;

    private static final char REPLACEMENT = '\ufffd';

    private LabelValue() {}

    /// The text, made fit.
    public static String of(String text) {
        int end = Math.min(text.length(), LENGTH_MAX);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        for (int i = 0; i < end; i++) {
            if (!isPlain(text.charAt(i))) {
                return cleaned(text, end);
            }
        }
        return text.substring(0, end);
    }

    private static boolean isPlain(char c) {
        return !Character.isISOControl(c) && !Character.isSurrogate(c);
    }

    private static String cleaned(String text, int end) {
        StringBuilder clean = new StringBuilder(end);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean pair = i + 1 < end && Character.isSurrogatePair(c, text.charAt(i + 1));
            if (pair) {
                clean.append(c).append(text.charAt(++i));
            } else {
                clean.append(isPlain(c) ? c : REPLACEMENT);
            }
        }
        return clean.toString();
    }
}
