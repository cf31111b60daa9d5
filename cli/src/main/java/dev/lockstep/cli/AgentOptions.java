// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.config.AgentSetting;
import dev.lockstep.agent.config.SettingType;
import dev.lockstep.cli.process.Unmatched;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The options of `lockstep agent`, made from the table of settings, and what was given for them.
final class AgentOptions {
    private AgentOptions() {}

    /// Adds an option for each setting. What is unknown is left to {@link #given}, which tells it with all the rest.
    static void addTo(CommandSpec spec) {
        for (AgentSetting setting : AgentSetting.values()) {
            spec.addOption(option(setting));
        }
        Unmatched.leaveIn(spec);
    }

    private static OptionSpec option(AgentSetting setting) {
        OptionSpec.Builder option = OptionSpec.builder(setting.flag())
                .paramLabel(setting.type().placeholder())
                .description(setting.meaning() + "; " + words(setting));
        return setting.type() instanceof SettingType.Directories
                ? option.arity("1..*")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .build()
                : option.arity("1").type(String.class).build();
    }

    private static String words(AgentSetting setting) {
        return setting.type() instanceof SettingType.Time || setting.type() instanceof SettingType.Count
                ? setting.type().words() + "; default " + setting.fallback()
                : "default " + setting.fallback();
    }

    /// What was given by the settings' keys, for `AgentConfig.parse`. Unknown options are there under their own names.
    static Map<String, String> given(ParseResult parsed) {
        Map<String, String> given = new LinkedHashMap<>();
        for (AgentSetting setting : AgentSetting.values()) {
            Object value = parsed.matchedOptionValue(setting.flag(), "");
            if (parsed.hasMatchedOption(setting.flag())) {
                given.put(setting.key(), text(value));
            }
        }
        Unmatched.names(parsed).forEach(name -> given.put(name, ""));
        return given;
    }

    private static String text(Object value) {
        return value instanceof List<?> several
                ? String.join(":", several.stream().map(String::valueOf).toList())
                : value.toString();
    }
}
