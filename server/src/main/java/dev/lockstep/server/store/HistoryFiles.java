// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.config.ServerConfig.History;
import dev.lockstep.server.log.ServerLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files of history: `minutes-20261130T1205.parquet` and `incidents-20261130T1207-3.parquet`, which become
/// `minutes-20261130.parquet` and `incidents-20261130.parquet` when their day is over. The oldest are removed
/// by age and for room. For one thread.
final class HistoryFiles {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyyMMdd").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmm").withZone(ZoneOffset.UTC);
    private static final int DAY_LENGTH = 8;
    private static final String ENDING = ".parquet";
    private static final long SECONDS_PER_MINUTE = 60;

    private final StoreDirectory directory;
    private final History settings;
    private final StoreCounters counters;
    private final ServerLog log;
    private @Nullable ParquetFiles parquet;
    private int written;

    HistoryFiles(StoreDirectory directory, History settings, StoreCounters counters, ServerLog log) {
        this.directory = directory;
        this.settings = settings;
        this.counters = counters;
        this.log = log;
    }

    /// Opened when there is something to write: a brain without history to write does not load it.
    private ParquetFiles parquet() throws SQLException {
        ParquetFiles open = parquet;
        if (open == null) {
            open = ParquetFiles.open();
            parquet = open;
        }
        return open;
    }

    void writeMinutes(List<MinuteTable> tables) throws SQLException, IOException {
        Instant first = Instant.ofEpochSecond(tables.getFirst().minute() * SECONDS_PER_MINUTE);
        parquet().writeMinutes(tables, free("minutes-" + MINUTE.format(first)));
        if (tables.stream().anyMatch(table -> !table.losses().isEmpty())) {
            parquet().writeLosses(tables, free("losses-" + MINUTE.format(first)));
        }
        tidy(Instant.ofEpochSecond(tables.getLast().minute() * SECONDS_PER_MINUTE));
    }

    void writeIncidents(List<Incident> incidents) throws SQLException, IOException {
        Instant at = Instant.ofEpochSecond(0, incidents.getFirst().updatedWallNanos());
        parquet().writeIncidents(incidents, free("incidents-" + MINUTE.format(at)));
    }

    private Path free(String name) {
        Path file = directory.history().resolve(name + ENDING);
        while (Files.exists(file)) {
            file = directory.history().resolve(name + "-" + ++written + ENDING);
        }
        return file;
    }

    /// Merges days that are over, removes what is too old and what there is no room for.
    private void tidy(Instant now) throws SQLException, IOException {
        mergeDays(DAY.format(now));
        String oldest = DAY.format(now.minus(settings.keep()));
        List<Path> files = files();
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        for (Path file : files) {
            boolean isOld = day(file).compareTo(oldest) < 0;
            if (isOld || bytes > settings.bytesMax()) {
                bytes -= Files.size(file);
                Files.delete(file);
                counters.removedOne();
            }
        }
        counters.takes(bytes);
    }

    private void mergeDays(String today) throws SQLException, IOException {
        Map<String, List<Path>> parts = new TreeMap<>();
        for (Path file : files()) {
            if (day(file).compareTo(today) < 0 && !isOfDay(file)) {
                String name = kind(file) + "-" + day(file) + ENDING;
                parts.computeIfAbsent(name, _ -> new ArrayList<>()).add(file);
            }
        }
        for (Map.Entry<String, List<Path>> ofDay : parts.entrySet()) {
            merge(ofDay.getValue(), directory.history().resolve(ofDay.getKey()));
        }
    }

    /// Parts beside the whole day are what a crash left between two steps: they are in it already.
    private void merge(List<Path> parts, Path day) throws SQLException, IOException {
        if (!Files.exists(day)) {
            List<Path> readable = new ArrayList<>();
            for (Path part : parts) {
                if (parquet().isReadable(part)) {
                    readable.add(part);
                } else {
                    setAside(part);
                }
            }
            if (readable.isEmpty()) {
                return;
            }
            parquet().merge(readable, day);
        }
        for (Path part : parts) {
            Files.deleteIfExists(part);
        }
    }

    private void setAside(Path file) throws IOException {
        directory.setAside(file);
        counters.foundDamaged(1);
        log.warn("history_damaged", "file", file.toString(), "do", "look at it in damaged/ of store-dir");
    }

    /// All of them, the oldest first.
    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.history())) {
            return files.filter(file -> name(file).endsWith(ENDING))
                    .filter(file -> name(file).matches("(minutes|incidents|losses)-\\d{8}.*"))
                    .sorted((one, other) -> afterKind(one).compareTo(afterKind(other)))
                    .toList();
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static String kind(Path file) {
        return name(file).substring(0, name(file).indexOf('-'));
    }

    private static String afterKind(Path file) {
        return name(file).substring(name(file).indexOf('-') + 1);
    }

    private static String day(Path file) {
        return afterKind(file).substring(0, DAY_LENGTH);
    }

    private static boolean isOfDay(Path file) {
        return afterKind(file).length() == DAY_LENGTH + ENDING.length();
    }

    void close() {
        Optional.ofNullable(parquet).ifPresent(open -> {
            try {
                open.close();
            } catch (SQLException failed) {
                log.warn("history_close_failed", "reason", failed.toString(), "do", "nothing, all was written before");
            }
        });
    }
}
