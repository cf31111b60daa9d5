// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Makes label values of what a job wrote.
public final class Names {
    private static final String UNNAMED = "unknown";

    private Names() {}

    /// At most {@link InspectorLimits#NAME_CHARS_MAX} characters, control characters replaced.
    public static String cut(String name) {
        int length = Math.min(name.length(), InspectorLimits.NAME_CHARS_MAX);
        for (int i = 0; i < length; i++) {
            if (Character.isISOControl(name.charAt(i)) || Character.isSurrogate(name.charAt(i))) {
                return replaced(name, length);
            }
        }
        return length == name.length() ? name : name.substring(0, length);
    }

    private static String replaced(String name, int length) {
        StringBuilder clean = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            char c = name.charAt(i);
            clean.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '_' : c);
        }
        return clean.toString();
    }

    /// Inspector writes `unknown` for a communicator without a name.
    public static String communicator(@Nullable String name) {
        return name == null || name.equals(UNNAMED) ? "" : cut(name);
    }

    /// The id as read, lower case and without `0x`; empty if it is none.
    public static String communicatorId(@Nullable String id) {
        if (id == null) {
            return "";
        }
        int from = id.startsWith("0x") || id.startsWith("0X") ? 2 : 0;
        int digits = id.length() - from;
        if (digits < 1 || digits > 16) {
            return "";
        }
        boolean lower = true;
        for (int i = from; i < id.length(); i++) {
            if (Character.digit(id.charAt(i), 16) < 0 || id.charAt(i) > 'f') {
                return "";
            }
            lower &= id.charAt(i) > 'F' || id.charAt(i) < 'A';
        }
        String hex = id.substring(from);
        return lower ? hex : hex.toLowerCase(Locale.ROOT);
    }

    /// An algorithm or protocol in NCCL's spelling; empty if it cannot be one.
    static String label(@Nullable String label) {
        if (label == null || label.length() > InspectorLimits.LABEL_CHARS_MAX) {
            return "";
        }
        for (int i = 0; i < label.length(); i++) {
            if (!isLabelChar(label.charAt(i))) {
                return "";
            }
        }
        return label;
    }

    private static boolean isLabelChar(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    }
}
