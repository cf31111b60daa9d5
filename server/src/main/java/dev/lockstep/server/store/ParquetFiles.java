// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.json.IncidentJson;
import dev.lockstep.server.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/// Writes and merges Parquet files by DuckDB, in memory that is bounded, without extensions and without a
/// network. A file is written under another name and then renamed: there are whole ones only. For one thread.
final class ParquetFiles implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long SECONDS_PER_MINUTE = 60;

    private static final String MINUTES = """
        CREATE OR REPLACE TABLE minutes (
            minute TIMESTAMP, job_id VARCHAR, incarnation VARCHAR, comm VARCHAR, collective VARCHAR, algo VARCHAR,
            proto VARCHAR, size VARCHAR, calls BIGINT, size_bytes BIGINT, timed_calls BIGINT,
            duration_seconds DOUBLE)\
        """;

    private static final String LOSSES = """
        CREATE OR REPLACE TABLE losses (
            minute TIMESTAMP, job_id VARCHAR, node VARCHAR, gpu VARCHAR, rank VARCHAR, lost_gpu_seconds DOUBLE)\
        """;

    private static final String INCIDENTS = """
        CREATE OR REPLACE TABLE incidents (
            id VARCHAR, kind VARCHAR, severity VARCHAR, job_id VARCHAR, incarnation VARCHAR, started TIMESTAMP,
            ended TIMESTAMP, nodes VARCHAR, ranks VARCHAR, confidence DOUBLE, magnitude DOUBLE, unit VARCHAR,
            title VARCHAR, json VARCHAR)\
        """;

    private final DuckDBConnection connection;

    private ParquetFiles(DuckDBConnection connection) {
        this.connection = connection;
    }

    static ParquetFiles open() throws SQLException {
        return new ParquetFiles(DuckDb.open());
    }

    /// Writes the rows of some minutes.
    void writeMinutes(List<MinuteTable> tables, Path file) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(MINUTES);
            try (DuckDBAppender rows = connection.createAppender("minutes")) {
                for (MinuteTable table : tables) {
                    append(rows, table);
                }
            }
            copy(statement, "SELECT * FROM minutes ORDER BY job_id, comm, minute", file);
            statement.execute("DROP TABLE minutes");
        }
    }

    /// Writes what late ranks cost in some minutes.
    void writeLosses(List<MinuteTable> tables, Path file) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(LOSSES);
            try (DuckDBAppender rows = connection.createAppender("losses")) {
                for (MinuteTable table : tables) {
                    appendLosses(rows, table);
                }
            }
            copy(statement, "SELECT * FROM losses ORDER BY job_id, node, minute", file);
            statement.execute("DROP TABLE losses");
        }
    }

    private static void appendLosses(DuckDBAppender rows, MinuteTable table) throws SQLException {
        for (Map.Entry<MinuteTable.Late, Double> late : table.losses().entrySet()) {
            rows.beginRow()
                    .append(minute(table))
                    .append(late.getKey().jobId())
                    .append(late.getKey().place().node())
                    .append(late.getKey().place().gpu())
                    .append(late.getKey().place().rank())
                    .append(late.getValue().doubleValue())
                    .endRow();
        }
    }

    private static LocalDateTime minute(MinuteTable table) {
        return LocalDateTime.ofEpochSecond(table.minute() * SECONDS_PER_MINUTE, 0, ZoneOffset.UTC);
    }

    private static void append(DuckDBAppender rows, MinuteTable table) throws SQLException {
        LocalDateTime minute = minute(table);
        for (Map.Entry<MinuteTable.Key, MinuteTable.Sums> row : table.rows().entrySet()) {
            MinuteTable.Key key = row.getKey();
            MinuteTable.Sums sums = row.getValue();
            rows.beginRow()
                    .append(minute)
                    .append(key.jobId())
                    .append(key.incarnation())
                    .append(key.comm())
                    .append(key.series().function().ncclName())
                    .append(key.series().algorithm())
                    .append(key.series().protocol())
                    .append(key.series().sizeClass().label())
                    .append(sums.calls)
                    .append(sums.sizeBytes)
                    .append(sums.timedCalls)
                    .append(sums.durationNanos / NANOS_PER_SECOND)
                    .endRow();
        }
    }

    /// Writes incidents that are over.
    void writeIncidents(List<Incident> incidents, Path file) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(INCIDENTS);
            try (DuckDBAppender rows = connection.createAppender("incidents")) {
                for (Incident incident : incidents) {
                    append(rows, incident);
                }
            }
            copy(statement, "SELECT * FROM incidents ORDER BY started, id", file);
            statement.execute("DROP TABLE incidents");
        }
    }

    private static void append(DuckDBAppender rows, Incident incident) throws SQLException {
        String nodes = incident.culprits().stream()
                .flatMap(culprit -> culprit.node().stream())
                .distinct()
                .collect(Collectors.joining(","));
        String ranks = incident.culprits().stream()
                .flatMap(culprit -> culprit.rank().stream().boxed())
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        byte[] json = JsonWriter.object(out -> IncidentJson.write(out, incident));
        rows.beginRow()
                .append(incident.id())
                .append(incident.kind().label())
                .append(incident.severity().label())
                .append(incident.job().jobId())
                .append(incident.job().incarnation())
                .append(time(incident.startWallNanos()))
                .append(time(incident.endWallNanos().orElse(incident.updatedWallNanos())))
                .append(nodes)
                .append(ranks)
                .append(incident.confidence())
                .append(incident.magnitude())
                .append(incident.unit())
                .append(incident.title())
                .append(new String(json, StandardCharsets.UTF_8))
                .endRow();
    }

    private static LocalDateTime time(long wallNanos) {
        Instant instant = Instant.ofEpochSecond(0, wallNanos);
        return LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    }

    /// Makes one file of several.
    void merge(List<Path> parts, Path file) throws SQLException, IOException {
        String names = parts.stream().map(DuckDb::quoted).collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement()) {
            copy(statement, "SELECT * FROM read_parquet([" + names + "])", file);
        }
    }

    /// Whether it can be read.
    boolean isReadable(Path file) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT count(*) FROM read_parquet(" + DuckDb.quoted(file) + ")");
            return true;
        } catch (SQLException damaged) {
            return false;
        }
    }

    private static void copy(Statement statement, String query, Path file) throws SQLException, IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        statement.execute("COPY (" + query + ") TO " + DuckDb.quoted(whole) + " (FORMAT parquet, COMPRESSION zstd)");
        StoreDirectory.replace(whole, file);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
