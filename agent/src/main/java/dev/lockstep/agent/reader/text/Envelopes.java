// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lines that a collector put into an object of JSON, one a line: `{"log":"… NCCL WARN …\n","stream":"stderr"}` of a
/// container runtime, `{"MESSAGE":"NVRM: Xid …","_HOSTNAME":"node07"}` of the journal.
final class Envelopes {
    private static final List<String> TEXTS =
            List.of("log", "MESSAGE", "message", "msg", "line", "textPayload", "body", "@message");
    private static final Pattern BYTES = Pattern.compile("\\[(\\d{1,3}(?:, ?\\d{1,3}){0,65535})\\]");
    private static final List<String> HOSTS = List.of("_HOSTNAME", "hostname", "host", "node");

    private Envelopes() {}

    /// A cheap look at the ends.
    static boolean isMaybe(String raw) {
        return raw.length() > 8 && raw.charAt(0) == '{' && raw.charAt(raw.length() - 1) == '}' && raw.charAt(1) == '"';
    }

    /// The line inside, or the line itself if it is no envelope.
    static String text(String raw) {
        for (String name : TEXTS) {
            String value = value(raw, name);
            if (!value.isEmpty()) {
                return value.stripTrailing();
            }
        }
        return raw;
    }

    /// The host that the envelope names; empty if none.
    static String host(String raw) {
        for (String name : HOSTS) {
            String value = value(raw, name);
            if (!value.isEmpty() && value.indexOf(' ') < 0) {
                return value;
            }
        }
        return "";
    }

    /// A member's text, unescaped; empty if there is none.
    private static String value(String raw, String name) {
        int at = raw.indexOf('"' + name + '"');
        int from = at < 0 ? -1 : raw.indexOf(':', at + name.length() + 2) + 1;
        while (from > 0 && from < raw.length() && raw.charAt(from) == ' ') {
            from++;
        }
        if (from <= 0 || from >= raw.length() || raw.charAt(from) != '"') {
            return from > 0 && from < raw.length() && raw.charAt(from) == '[' ? bytes(raw, from) : "";
        }
        StringBuilder out = new StringBuilder();
        int i = from + 1;
        while (i < raw.length() && raw.charAt(i) != '"') {
            i = raw.charAt(i) == '\\' && i + 1 < raw.length() ? escaped(raw, i + 1, out) : plain(raw, i, out);
        }
        return out.toString();
    }

    /// The journal writes a text with colours as a list of its bytes.
    private static String bytes(String raw, int from) {
        Matcher list = BYTES.matcher(raw).region(from, raw.length());
        if (!list.lookingAt()) {
            return "";
        }
        String[] numbers = list.group(1).split(", ?", -1);
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(numbers[i]);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int plain(String raw, int at, StringBuilder out) {
        out.append(raw.charAt(at));
        return at + 1;
    }

    /// Adds what the escape at the place stands for; where it ends.
    private static int escaped(String raw, int at, StringBuilder out) {
        char each = raw.charAt(at);
        if (each == 'u' && at + 4 < raw.length()) {
            int code = 0;
            for (int digit = 1; digit <= 4; digit++) {
                code = code * 16 + Math.max(0, Character.digit(raw.charAt(at + digit), 16));
            }
            out.append((char) code);
            return at + 5;
        }
        if (each == 't') {
            out.append('\t');
        } else if (each == 'n' || each == 'r') {
            out.append(' ');
        } else {
            out.append(each);
        }
        return at + 1;
    }
}
