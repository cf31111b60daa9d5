// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The lines of a truth file.
final class TruthFile {
    private TruthFile() {}

    /// One operation; a value that is null in the file is missing.
    record Line(Map<String, String> values) {
        String text(String key) {
            return Objects.requireNonNull(values.get(key), key);
        }

        long number(String key) {
            return Long.parseLong(text(key));
        }

        boolean has(String key) {
            return values.containsKey(key);
        }
    }

    static List<Line> read(Path directory, int node) throws IOException {
        Path file = directory.resolve("truth-node-" + node + ".jsonl.gz");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
                JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            List<Line> lines = new ArrayList<>();
            while (json.nextToken() == JsonToken.START_OBJECT) {
                lines.add(line(json));
            }
            return lines;
        }
    }

    private static Line line(JsonParser json) {
        Map<String, String> values = new HashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            if (json.nextToken() != JsonToken.VALUE_NULL) {
                values.put(key, json.getString());
            }
        }
        return new Line(values);
    }
}
