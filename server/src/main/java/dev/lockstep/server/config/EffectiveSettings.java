// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import java.util.List;
import java.util.stream.Collectors;

/// What holds, and where each value came from: served at `/config` and printed at the start. No setting is a secret; of
/// files with secrets only the name is a setting.
public record EffectiveSettings(List<Entry> entries) {
    /// One setting.
    public record Entry(Setting<?> setting, String value, String origin) {}

    /// The origin of what nobody set.
    static final String DEFAULT = "default";

    public EffectiveSettings {
        entries = List.copyOf(entries);
    }

    /// YAML that can be given to `--config` again, with the origins as comments.
    ///
    /// ```
    /// listen: "127.0.0.1:28030"  # default
    /// ```
    public String yaml() {
        return entries.stream().map(EffectiveSettings::yamlLine).collect(Collectors.joining());
    }

    private static String yamlLine(Entry entry) {
        boolean isText = entry.value().equals(Setting.NONE) || entry.setting().equals(ServerSettings.CONFIG);
        String quoted = entry.value().replace("\\", "\\\\").replace("\"", "\\\"");
        return (isText ? "# " : "") + entry.setting().fileKey() + ": \"" + quoted + "\"  # " + entry.origin() + "\n";
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
        return values + "; set by: " + (origins.isEmpty() ? "nobody" : origins);
    }
}
