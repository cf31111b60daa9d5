// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.prom;

import dev.lockstep.agent.inspectorprom.PromSource;
import dev.lockstep.agent.source.NodeNames;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.ReportedTiming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A folder of `.prom` files, read as if it were a moment after the last of them was written: offline a file is not old
/// because time has passed. `equalSeries` counts series that stand in several files with the same labels.
record PromFolder(Path path, List<ReportedTiming> timings, Map<String, Long> refused, long equalSeries) {
    private static final String UNKNOWN_HOST = "unknown";
    private static final int DEPTH = 2;
    private static final int FILE_BYTES_MAX = 1 << 20;

    /// The folders among `paths` and directly below them that have such files.
    static List<PromFolder> under(List<Path> paths) throws IOException {
        TreeSet<Path> folders = new TreeSet<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                try (Stream<Path> files = Files.walk(path, DEPTH)) {
                    files.filter(file -> file.toString().endsWith(".prom"))
                            .forEach(file -> folders.add(file.resolveSibling("")));
                }
            }
        }
        List<PromFolder> read = new ArrayList<>();
        for (Path folder : folders) {
            read.add(read(folder));
        }
        return read;
    }

    private static PromFolder read(Path folder) throws IOException {
        Instant last = Instant.EPOCH;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Instant modified = Files.getLastModifiedTime(file).toInstant();
                last = modified.isAfter(last) ? modified : last;
            }
        }
        NodeNames nodes = new NodeNames(UNKNOWN_HOST, UNKNOWN_HOST);
        try (PromSource source = new PromSource(List.of(folder), nodes)) {
            return switch (source.read(last.plusSeconds(2))) {
                case Reading.Fresh fresh ->
                    new PromFolder(folder, fresh.timings(), fresh.refused(), equalSeries(folder));
                case Reading.Absent _, Reading.Failed _ -> new PromFolder(folder, List.of(), Map.of(), 0);
            };
        }
    }

    private static long equalSeries(Path folder) throws IOException {
        Map<String, Integer> files = new HashMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file :
                    all.filter(each -> each.toString().endsWith(".prom")).toList()) {
                if (Files.size(file) <= FILE_BYTES_MAX) {
                    Set<String> series = new HashSet<>();
                    Files.readString(file)
                            .lines()
                            .forEach(line -> series.add(line.substring(0, line.lastIndexOf('}') + 1)));
                    series.remove("");
                    series.forEach(each -> files.merge(each, 1, Integer::sum));
                }
            }
        }
        return files.values().stream().filter(count -> count > 1).count();
    }
}
