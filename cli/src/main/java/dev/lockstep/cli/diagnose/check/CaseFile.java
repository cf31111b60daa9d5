// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.check;

import dev.lockstep.core.analysis.clue.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads the YAML block of a case's `expect.md`: a list of statements; `for_each_line`, `for_each_file` and
/// `file` + `signals` wrap them. Rules and remarks for people are left out.
final class CaseFile {
    private static final String BEGIN = "```yaml";
    private static final String END = "```";

    private CaseFile() {}

    static List<Expected> read(Path expectFile) throws IOException {
        String text = Files.readString(expectFile);
        int begin = text.indexOf(BEGIN);
        int end = begin < 0 ? -1 : text.indexOf(END, begin + BEGIN.length());
        if (end < 0) {
            throw new IOException(expectFile + ": has no block of YAML with what is expected");
        }
        try {
            Object top = new Load(LoadSettings.builder().build())
                    .loadFromString(text.substring(begin + BEGIN.length(), end));
            List<Expected> all = new ArrayList<>();
            addAll(top, "", false, all);
            return all;
        } catch (YamlEngineException invalid) {
            throw new IOException(
                    expectFile + ": " + String.valueOf(invalid.getMessage()).replaceAll("\\s+", " "), invalid);
        }
    }

    private static void addAll(Object node, String file, boolean isForEachFile, List<Expected> all) {
        if (node instanceof List<?> list) {
            list.forEach(each -> {
                if (each != null) {
                    addAll(each, file, isForEachFile, all);
                }
            });
        } else if (node instanceof Map<?, ?> map) {
            add(map, file, isForEachFile, all);
        }
    }

    private static void add(Map<?, ?> map, String file, boolean isForEachFile, List<Expected> all) {
        Object inner = map.get("for_each_line");
        Object each = map.get("for_each_file");
        Object signals = map.get("signals");
        if (inner != null) {
            addAll(inner, file, isForEachFile, all);
        } else if (each != null) {
            addAll(each, file, true, all);
        } else if (signals != null) {
            addAll(signals, String.valueOf(map.get("file")), isForEachFile, all);
        } else {
            Map<String, Object> fields = new LinkedHashMap<>();
            map.forEach((key, value) -> {
                if (value != null) {
                    fields.put(String.valueOf(key), value);
                }
            });
            Optional<Signal> signal = Signal.of(String.valueOf(fields.getOrDefault("signal", "")));
            boolean isOfLine =
                    fields.size() == 1 && fields.keySet().iterator().next().matches("line \\d+");
            boolean isStatement = signal.isPresent() || fields.containsKey("xid") || isOfLine;
            if (isStatement) {
                all.add(new Expected(signal, fields, file, isForEachFile));
            }
        }
    }
}
