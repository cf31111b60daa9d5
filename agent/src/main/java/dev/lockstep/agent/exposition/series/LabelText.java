// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

import java.nio.charset.StandardCharsets;

/// Labels as they stand between the braces: `a="x",b="y"`.
final class LabelText {
    private static final int LENGTH_USUAL = 256;

    private LabelText() {}

    static byte[] of(String[] names, String[] values) {
        StringBuilder text = new StringBuilder(LENGTH_USUAL);
        for (int i = 0; i < names.length; i++) {
            text.append(i == 0 ? "" : ",").append(names[i]).append("=\"");
            appendEscaped(text, values[i]);
            text.append('"');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void appendEscaped(StringBuilder text, String value) {
        if (value.indexOf('\\') < 0 && value.indexOf('"') < 0 && value.indexOf('\n') < 0) {
            text.append(value);
            return;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '"' -> text.append("\\\"");
                case '\n' -> text.append("\\n");
                default -> text.append(c);
            }
        }
    }
}
