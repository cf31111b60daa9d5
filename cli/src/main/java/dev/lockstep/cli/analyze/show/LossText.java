// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show;

import dev.lockstep.cli.analyze.read.ReadFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What was read and what could not be.
final class LossText {
    private static final int NAMES_MAX = 5;

    private LossText() {}

    static List<String> of(ReadFolder folder) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "read %d operations in %d files, %.1f MB",
                folder.records(),
                folder.files(),
                folder.bytes() / 1e6));
        long dropped = folder.chains().stream()
                .map(ReadFolder.ReadLog::dropped)
                .flatMap(Optional::stream)
                .mapToLong(Long::longValue)
                .sum();
        if (dropped > 0) {
            lines.add("dropped by Inspector's ring, as it says itself: " + dropped);
        }
        counts("refused: ", folder.lost(), lines);
        counts("times that are not believed: ", folder.suspect(), lines);
        List<Path> empty = folder.chains().stream()
                .filter(log -> log.records() == 0)
                .map(ReadFolder.ReadLog::path)
                .toList();
        names("files without an operation: ", empty, lines);
        names("files that are not Inspector's: ", folder.foreign(), lines);
        return lines;
    }

    private static void counts(String what, Map<String, Long> counts, List<String> lines) {
        if (!counts.isEmpty()) {
            lines.add(what
                    + new TreeMap<>(counts)
                            .entrySet().stream()
                                    .map(count -> count.getValue() + " " + count.getKey())
                                    .collect(Collectors.joining(", ")));
        }
    }

    private static void names(String what, List<Path> files, List<String> lines) {
        if (!files.isEmpty()) {
            String shown = files.stream()
                    .limit(NAMES_MAX)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.joining(", "));
            lines.add(what + files.size() + " (" + shown + (files.size() > NAMES_MAX ? ", …" : "") + ")");
        }
    }
}
