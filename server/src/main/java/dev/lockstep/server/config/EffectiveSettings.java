// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What holds, and where each value came from: served at `/config` and printed at the start. No setting is a secret; of
/// files with secrets only the name is a setting.
///
/// @param classes the entries of `job_classes`, as they were written
public record EffectiveSettings(List<Entry> entries, List<Map<String, String>> classes) {
    /// One setting.
    public record Entry(Setting<?> setting, String value, String origin) {}

    /// The origin of what nobody set.
    static final String DEFAULT = "default";

    public EffectiveSettings {
        entries = List.copyOf(entries);
        classes = List.copyOf(classes);
    }

    /// YAML that can be given to `--config` again, with the origins as comments.
    ///
    /// ```
    /// listen: "127.0.0.1:28030"  # default
    /// ```
    public String yaml() {
        String values = entries.stream().map(EffectiveSettings::yamlLine).collect(Collectors.joining());
        String entriesOfClasses =
                classes.stream().map(EffectiveSettings::yamlEntry).collect(Collectors.joining());
        return classes.isEmpty() ? values : values + ConfigFile.JOB_CLASSES + ":\n" + entriesOfClasses;
    }

    private static String yamlEntry(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(each -> each.getKey() + ": " + quoted(each.getValue()) + "\n")
                .collect(Collectors.joining("    ", "  - ", ""));
    }

    private static String yamlLine(Entry entry) {
        boolean isText = entry.value().equals(Setting.NONE) || entry.setting().equals(ServerSettings.CONFIG);
        return (isText ? "# " : "") + entry.setting().fileKey() + ": " + quoted(entry.value()) + "  # " + entry.origin()
                + "\n";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /// One line for the log: what is set, and by what.
    ///
    /// ```
    /// listen=127.0.0.1:28030 store_keep=90d; set by: --listen
    /// ```
    public String line() {
        String values = entries.stream()
                .filter(entry -> !entry.value().equals(Setting.NONE))
                .map(entry -> entry.setting().fileKey() + "=" + entry.value())
                .collect(Collectors.joining(" "));
        String origins = entries.stream()
                .map(Entry::origin)
                .filter(origin -> !origin.equals(DEFAULT))
                .collect(Collectors.joining(", "));
        String named = classes.isEmpty() ? "" : "; " + ConfigFile.JOB_CLASSES + ": " + classes.size();
        return values + named + "; set by: " + (origins.isEmpty() ? "nobody" : origins);
    }
}
