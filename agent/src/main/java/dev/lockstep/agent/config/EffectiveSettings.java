// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What holds, and where each value came from: served at `/config` and printed at the start. No setting is a secret;
/// of files with secrets only the name is a setting.
public record EffectiveSettings(List<Entry> entries) {
    /// One setting; several directories have several values, and what is not set has none.
    public record Entry(AgentSetting setting, List<String> values, String origin) {
        public Entry {
            values = List.copyOf(values);
        }
    }

    /// The origin of what nobody set.
    public static final String DEFAULT = "default";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/._][A-Za-z0-9/._-]*");

    public EffectiveSettings {
        entries = List.copyOf(entries);
    }

    /// YAML that can be given to `--config` again, with the origins as comments.
    ///
    /// ```
    /// listen: "127.0.0.1:28029"  # default
    /// poll_interval: 500ms  # LOCKSTEP_AGENT_POLL_INTERVAL
    /// # inspector_dir: not set
    /// ```
    public String yaml() {
        return entries.stream().map(EffectiveSettings::yamlLine).collect(Collectors.joining());
    }

    private static String yamlLine(Entry entry) {
        String name = entry.setting().fileKey();
        if (entry.values().isEmpty()) {
            return "# " + name + ": not set\n";
        }
        String value = entry.values().stream().map(EffectiveSettings::quoted).collect(Collectors.joining(", "));
        boolean isList = entry.setting().type().isList();
        String comment = entry.setting().isInFile() ? "" : "# ";
        return comment + name + ": " + (isList ? "[" + value + "]" : value) + "  # " + oneLine(entry.origin()) + "\n";
    }

    /// One line for the log: all values, then which of them somebody set.
    ///
    /// ```
    /// listen=127.0.0.1:28029 node=gpu-17 poll_interval=1s; set by: --node
    /// ```
    public String line() {
        String values = entries.stream()
                .filter(entry -> !entry.values().isEmpty())
                .map(entry -> entry.setting().fileKey() + "=" + oneLine(String.join(":", entry.values())))
                .collect(Collectors.joining(" "));
        String origins = entries.stream()
                .map(Entry::origin)
                .filter(origin -> !origin.equals(DEFAULT))
                .map(EffectiveSettings::oneLine)
                .collect(Collectors.joining(", "));
        return values + "; set by: " + (origins.isEmpty() ? "nobody" : origins);
    }

    private static String quoted(String value) {
        if (PLAIN.matcher(value).matches()) {
            return value;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char letter = value.charAt(i);
            if (letter < ' ' || letter == '\u007f') {
                quoted.append("\\x%02x".formatted((int) letter));
            } else {
                quoted.append(letter == '"' || letter == '\\' ? "\\" : "").append(letter);
            }
        }
        return quoted.append('"').toString();
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
