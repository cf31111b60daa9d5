// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import dev.lockstep.agent.yaml.YamlNode;
import dev.lockstep.core.config.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One mapping of a configuration file whose names are known. It notes what is wrong with the line it stands on.
final class Section {
    private static final String LISTED_AT = "docs/operations/web-config.md";

    private final String file;
    private final int line;
    private final Map<String, YamlNode.Field> fields = new LinkedHashMap<>();
    private final List<String> problems;

    private Section(String file, int line, List<String> problems) {
        this.file = file;
        this.line = line;
        this.problems = problems;
    }

    static Section of(String file, YamlNode.Fields node, List<String> known, List<String> problems) {
        Section section = new Section(file, node.line(), problems);
        for (YamlNode.Field field : node.fields()) {
            if (known.contains(field.name())) {
                section.fields.put(field.name(), field);
            } else {
                section.refuse(
                        field.line(),
                        field.name() + " is no setting here: " + NearestName.hint(field.name(), known, LISTED_AT));
            }
        }
        return section;
    }

    /// The section under this name; empty if there is none.
    Optional<Section> section(String name, List<String> known) {
        return Optional.ofNullable(fields.get(name))
                .flatMap(this::mapping)
                .map(mapping -> of(file, mapping, known, problems));
    }

    /// All names and texts under this name, in the file's order.
    Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        Optional.ofNullable(fields.get(name))
                .flatMap(this::mapping)
                .ifPresent(mapping -> mapping.fields()
                        .forEach(field -> text(field).ifPresent(text -> texts.put(field.name(), text))));
        return texts;
    }

    private Optional<YamlNode.Fields> mapping(YamlNode.Field field) {
        if (field.value() instanceof YamlNode.Fields mapping) {
            return Optional.of(mapping);
        }
        if (!(field.value() instanceof YamlNode.Text nothing && nothing.text().isEmpty())) {
            refuse(field.line(), field.name() + " must hold 'name: value' lines");
        }
        return Optional.empty();
    }

    /// The text under this name; nothing if it is absent or empty.
    Optional<String> text(String name) {
        return Optional.ofNullable(fields.get(name)).flatMap(this::text);
    }

    private Optional<String> text(YamlNode.Field field) {
        if (field.value() instanceof YamlNode.Text text) {
            return Optional.of(text.text()).filter(value -> !value.isEmpty());
        }
        refuse(field.line(), field.name() + " must be one text");
        return Optional.empty();
    }

    Optional<Boolean> flag(String name) {
        Optional<String> text = text(name);
        if (text.isPresent() && !text.get().equals("true") && !text.get().equals("false")) {
            refuse(name, "must be true or false: " + text.get());
        }
        return text.map(Boolean::parseBoolean);
    }

    /// The texts of a list; empty if it is absent.
    List<String> list(String name) {
        YamlNode.Field field = fields.get(name);
        if (field == null
                || (field.value() instanceof YamlNode.Text text && text.text().isEmpty())) {
            return List.of();
        }
        if (field.value() instanceof YamlNode.Items items
                && items.items().stream().allMatch(YamlNode.Text.class::isInstance)) {
            return items.items().stream()
                    .map(item -> ((YamlNode.Text) item).text())
                    .toList();
        }
        refuse(name, "must be a list of texts");
        return List.of();
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    /// Notes what is wrong with the value under this name, or with the whole section if it is not there.
    void refuse(String name, String problem) {
        YamlNode.Field field = fields.get(name);
        refuse(field == null ? line : field.line(), name + " " + problem);
    }

    private void refuse(int at, String problem) {
        problems.add(file + ":" + at + ": " + problem);
    }
}
