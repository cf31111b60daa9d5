// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.truth;

import dev.lockstep.core.model.SizeClass;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/// How long each operation really took, from the simulator's truth of one node.
final class TrueDurations {
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\"?([^\",}]*)");

    private TrueDurations() {}

    /// Nanoseconds in ascending order. Broadcasts are left out: NCCL does not say how long they take.
    static Map<SeriesName, List<Long>> read(Path truth) throws IOException {
        Map<SeriesName, List<Long>> durations = new HashMap<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(truth)), StandardCharsets.UTF_8))) {
            lines.lines().map(TrueDurations::fields).forEach(line -> add(line, durations));
        }
        durations.values().forEach(Collections::sort);
        return durations;
    }

    private static void add(Map<String, String> line, Map<SeriesName, List<Long>> durations) {
        String function = line.getOrDefault("func", "");
        if (function.equals("Broadcast") || !"done".equals(line.get("state"))) {
            return;
        }
        SeriesName name = new SeriesName(
                line.getOrDefault("comm", "").substring(2),
                line.getOrDefault("comm_rank", ""),
                function,
                SizeClass.of(number(line, "bytes")).label());
        durations.computeIfAbsent(name, _ -> new ArrayList<>()).add(number(line, "end_ns") - number(line, "start_ns"));
    }

    private static long number(Map<String, String> line, String field) {
        return Long.parseLong(line.getOrDefault(field, ""));
    }

    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new HashMap<>();
        Matcher matcher = FIELD.matcher(line);
        while (matcher.find()) {
            fields.put(matcher.group(1), matcher.group(2));
        }
        return fields;
    }
}
