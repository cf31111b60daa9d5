// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads the brain's YAML file into names and texts. Every scalar is a text: what it means is for its setting to say.
final class ConfigFile {
    /// Longest file in bytes.
    static final int FILE_BYTES_MAX = 256 * 1024;

    /// The one name whose value is a list of maps.
    static final String JOB_CLASSES = "job_classes";

    /// What stands in a file.
    ///
    /// @param classes the entries of {@link #JOB_CLASSES}
    record Content(Map<String, String> values, List<Map<String, String>> classes) {}

    private final Path file;
    private final List<String> problems;

    private ConfigFile(Path file, List<String> problems) {
        this.file = file;
        this.problems = problems;
    }

    /// The text of each name.
    static Content read(Path file, List<String> problems) {
        return new ConfigFile(file, problems).content();
    }

    private Content content() {
        Map<?, ?> document = document();
        List<Map<String, String>> classes = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        document.forEach((key, value) -> {
            if (JOB_CLASSES.equals(key)) {
                classes.addAll(entries(value));
            } else {
                values.put(String.valueOf(key), text(String.valueOf(key), value));
            }
        });
        return new Content(values, classes);
    }

    private List<Map<String, String>> entries(@Nullable Object value) {
        List<Map<String, String>> entries = new ArrayList<>();
        if (value instanceof List<?> several) {
            for (Object each : several) {
                if (each instanceof Map<?, ?> entry) {
                    entries.add(texts(entry));
                }
            }
            if (entries.size() == several.size()) {
                return entries;
            }
        }
        problems.add(file + ": " + JOB_CLASSES + " must be a list of which each entry begins with - name: …");
        return List.of();
    }

    private Map<String, String> texts(Map<?, ?> map) {
        Map<String, String> texts = new LinkedHashMap<>();
        map.forEach((key, value) -> texts.put(String.valueOf(key), text(String.valueOf(key), value)));
        return texts;
    }

    private Map<?, ?> document() {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(FILE_BYTES_MAX + 1);
            if (bytes.length > FILE_BYTES_MAX) {
                problems.add(file + " has more than " + FILE_BYTES_MAX + " bytes: is it the right file?");
                return Map.of();
            }
            return parsed(new String(bytes, StandardCharsets.UTF_8));
        } catch (NoSuchFileException missing) {
            problems.add(file + " does not exist");
        } catch (IOException unreadable) {
            problems.add(file + " cannot be read, make it readable for this user: " + unreadable.getMessage());
        }
        return Map.of();
    }

    private Map<?, ?> parsed(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setAllowDuplicateKeys(false)
                .setMaxAliasesForCollections(0)
                .setCodePointLimit(FILE_BYTES_MAX)
                .build();
        try {
            Object document = new Load(settings).loadFromString(text);
            if (document instanceof Map<?, ?> map) {
                return map;
            }
            if (document != null) {
                problems.add(file + " must be lines of the form name: value");
            }
        } catch (YamlEngineException wrong) {
            problems.add(file + " is no YAML: "
                    + String.valueOf(wrong.getMessage()).lines().findFirst().orElse(""));
        }
        return Map.of();
    }

    /// A list of texts becomes one, separated by commas.
    private String text(String name, Object value) {
        return switch (value) {
            case List<?> several ->
                String.join(",", several.stream().map(String::valueOf).toList());
            case Map<?, ?> _ -> {
                problems.add(file + ": " + name + " must be one value");
                yield Setting.NONE;
            }
            case null -> Setting.NONE;
            default -> value.toString();
        };
    }
}
