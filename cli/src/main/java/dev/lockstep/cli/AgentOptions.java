// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.config.AgentSetting;
import dev.lockstep.agent.config.SettingType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The options of `lockstep agent`, made from the table of settings, and what was given for them.
final class AgentOptions {
    private AgentOptions() {}

    /// Adds an option for each setting. What is unknown is left to {@link #given}, which tells it with all the rest.
    static void addTo(CommandSpec spec) {
        for (AgentSetting setting : AgentSetting.values()) {
            spec.addOption(option(setting));
        }
        spec.parser().unmatchedArgumentsAllowed(true).unmatchedOptionsArePositionalParams(false);
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
        unknown(parsed).forEach(name -> given.put(name, ""));
        return given;
    }

    /// The names of unknown options; a word after one is its value. A word that belongs to nothing is refused here.
    private static List<String> unknown(ParseResult parsed) {
        List<String> names = parsed.unmatched().stream()
                .filter(argument -> argument.startsWith("-"))
                .map(argument -> argument.replaceFirst("^--?", "").replaceFirst("=.*", ""))
                .toList();
        if (names.isEmpty() && !parsed.unmatched().isEmpty()) {
            throw new ParameterException(
                    parsed.commandSpec().commandLine(),
                    "'" + parsed.unmatched().getFirst() + "' belongs to no option: remove it");
        }
        return names;
    }

    private static String text(Object value) {
        return value instanceof List<?> several
                ? String.join(":", several.stream().map(String::valueOf).toList())
                : value.toString();
    }
}
