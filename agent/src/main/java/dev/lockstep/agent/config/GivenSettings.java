// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import dev.lockstep.agent.yaml.YamlFile;
import dev.lockstep.agent.yaml.YamlNode;
import dev.lockstep.core.config.NearestName;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Gathers what was given: first the file, over it the environment, over that the flags. Names that nobody knows are
/// problems.
final class GivenSettings {
    /// A value, the name under which it came (`--grace`, `LOCKSTEP_AGENT_GRACE`, `agent.yml:3: grace`) and the folder
    /// where a relative path in it begins.
    record Given(String name, String text, Path folder) {}

    private static final Path HERE = Path.of("");
    private static final String LISTED_AT = "docs/config.md";

    private final Map<AgentSetting, Given> given = new EnumMap<>(AgentSetting.class);
    private final List<String> problems;

    private GivenSettings(List<String> problems) {
        this.problems = problems;
    }

    static Map<AgentSetting, Given> gather(
            Map<String, String> flags, Map<String, String> environment, List<String> problems) {
        GivenSettings settings = new GivenSettings(problems);
        fileOf(flags, environment).ifPresent(settings::addFile);
        settings.addEnvironment(environment);
        settings.addFlags(flags);
        return settings.given;
    }

    private static Optional<String> fileOf(Map<String, String> flags, Map<String, String> environment) {
        return Optional.ofNullable(
                flags.getOrDefault(AgentSetting.CONFIG.key(), environment.get(AgentSetting.CONFIG.variable())));
    }

    private void addFile(String name) {
        Path file;
        try {
            file = Path.of(name);
        } catch (InvalidPathException _) {
            return; // SettingValues.file says so.
        }
        for (YamlNode.Field field : YamlFile.read(file, problems).fields()) {
            String place = file + ":" + field.line() + ": " + field.name();
            AgentSetting.ofFileKey(field.name())
                    .ifPresentOrElse(
                            setting -> addValue(file, place, setting, field.value()),
                            () -> refuse(place, field.name(), fileKeys()));
        }
    }

    private void addValue(Path file, String place, AgentSetting setting, YamlNode value) {
        List<String> texts = new ArrayList<>();
        switch (value) {
            case YamlNode.Text scalar -> texts.add(scalar.text());
            case YamlNode.Items list
            when setting.type().isList() ->
                list.items().forEach(item -> texts.add(item instanceof YamlNode.Text scalar ? scalar.text() : ""));
            case YamlNode.Items _, YamlNode.Fields _ -> {}
        }
        if (texts.isEmpty() || texts.contains("")) {
            problems.add(place + " has no value: write " + setting.fileKey() + ": "
                    + setting.type().placeholder() + ", or remove the line");
            return;
        }
        Path folder = Optional.ofNullable(file.getParent()).orElse(HERE);
        given.put(setting, new Given(place, String.join(":", texts), folder));
    }

    private void addEnvironment(Map<String, String> environment) {
        environment.forEach((variable, value) -> AgentSetting.ofVariable(variable)
                .ifPresentOrElse(
                        setting -> given.put(setting, new Given(variable, value, HERE)),
                        () -> refuseUnknownVariable(variable)));
    }

    private void refuseUnknownVariable(String variable) {
        if (LockstepVariables.isOurs(variable) && !LockstepVariables.isKnown(variable)) {
            problems.add(variable + " is no setting of the agent: " + LockstepVariables.hint(variable, LISTED_AT));
        }
    }

    private void addFlags(Map<String, String> flags) {
        flags.forEach((key, value) -> AgentSetting.ofKey(key)
                .ifPresentOrElse(
                        setting -> given.put(setting, new Given(setting.flag(), value, HERE)),
                        () -> refuse("--" + key, "--" + key, flagNames())));
    }

    private void refuse(String place, String name, List<String> known) {
        problems.add(place + " is no setting of the agent: " + NearestName.hint(name, known, LISTED_AT));
    }

    private static List<String> fileKeys() {
        return AgentSetting.all()
                .filter(AgentSetting::isInFile)
                .map(AgentSetting::fileKey)
                .toList();
    }

    private static List<String> flagNames() {
        return AgentSetting.all().map(AgentSetting::flag).toList();
    }
}
