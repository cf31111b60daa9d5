// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.history;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.history.BrainHistory.Loss;
import dev.lockstep.server.history.BrainHistory.Pace;
import dev.lockstep.server.history.BrainHistory.Shape;
import dev.lockstep.server.history.BrainHistory.Told;
import dev.lockstep.server.history.BrainHistory.Verdict;
import dev.lockstep.server.json.IncidentJson;
import dev.lockstep.server.json.JsonTree;
import dev.lockstep.server.json.JsonTree.Unfit;
import dev.lockstep.server.judgement.Judgement;
import dev.lockstep.server.store.DuckDb;
import dev.lockstep.server.store.StoreReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The history of a brain's store, read by DuckDB.
public final class StoredHistory {
    /// Hours of functions of communicators that are compared; what is over it is left out, and said.
    public static final int PACES_MAX = 500_000;

    private static final int CALLS_MIN = 100;
    private final StoreReader store;
    private final long since;
    private final List<String> gaps = new ArrayList<>();

    private StoredHistory(StoreReader store, Instant since) {
        this.store = store;
        this.since = since.getEpochSecond();
    }

    /// What the store in that folder has since then.
    ///
    /// @throws IOException if it cannot be read
    public static BrainHistory read(Path folder, Instant since) throws IOException {
        StoredHistory history = new StoredHistory(StoreReader.open(folder), since);
        try (Connection database = DuckDb.open();
                Statement statement = database.createStatement()) {
            return new BrainHistory(
                    history.incidents(statement), history.losses(statement), history.paces(statement), history.gaps);
        } catch (SQLException unreadable) {
            throw new IOException(folder + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /// Those that are over have left the journal at some time; what the journal has is the latest.
    private List<Told> incidents(Statement statement) throws SQLException, IOException {
        Map<String, Incident> byId = new HashMap<>();
        String files = files("incidents");
        if (!files.isEmpty()) {
            try (ResultSet rows = statement.executeQuery(
                    "SELECT json FROM read_parquet([%s]) WHERE epoch(ended) >= %d".formatted(files, since))) {
                while (rows.next()) {
                    incident(rows.getString(1)).ifPresent(each -> byId.put(each.id(), each));
                }
            }
        }
        byId.putAll(store.incidents());
        Map<String, Judgement> said = store.judgements();
        return byId.values().stream()
                .filter(each -> each.endWallNanos().orElse(Long.MAX_VALUE) >= since * 1_000_000_000L)
                .map(each ->
                        new Told(each, Optional.ofNullable(said.get(each.id())).map(StoredHistory::verdict)))
                .toList();
    }

    private Optional<Incident> incident(String json) {
        try {
            return Optional.of(IncidentJson.read(JsonTree.read(json.getBytes(StandardCharsets.UTF_8))));
        } catch (Unfit unfit) {
            gaps.add("An incident of history cannot be read: " + unfit.getMessage());
            return Optional.empty();
        }
    }

    private static Verdict verdict(Judgement judgement) {
        return judgement.verdict() == Judgement.Verdict.CONFIRMED ? Verdict.CONFIRMED : Verdict.FALSE;
    }

    private List<Loss> losses(Statement statement) throws SQLException, IOException {
        List<Loss> losses = new ArrayList<>();
        String files = files("losses");
        if (files.isEmpty()) {
            return losses;
        }
        try (ResultSet rows = statement.executeQuery("""
                SELECT job_id, node, rank, CAST(epoch(minute) AS BIGINT) // 3600 AS hour, sum(lost_gpu_seconds)
                FROM read_parquet([%s]) WHERE epoch(minute) >= %d GROUP BY ALL
                """.formatted(files, since))) {
            while (rows.next()) {
                losses.add(new Loss(
                        rows.getString(1), rows.getString(2), rows.getString(3), rows.getLong(4), rows.getDouble(5)));
            }
        }
        return losses;
    }

    private List<Pace> paces(Statement statement) throws SQLException, IOException {
        List<Pace> paces = new ArrayList<>();
        String files = files("minutes");
        if (files.isEmpty()) {
            gaps.add("The store has no minutes: how long operations took is not known.");
            return paces;
        }
        try (ResultSet rows = statement.executeQuery("""
                SELECT job_id, comm, collective, size, CAST(epoch(minute) AS BIGINT) // 3600 AS hour,
                    sum(duration_seconds) / sum(timed_calls)
                FROM read_parquet([%s]) WHERE epoch(minute) >= %d GROUP BY ALL HAVING sum(timed_calls) >= %d
                ORDER BY hour DESC LIMIT %d
                """.formatted(files, since, CALLS_MIN, PACES_MAX))) {
            while (rows.next()) {
                Shape shape = new Shape(rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4));
                paces.add(new Pace(shape, rows.getLong(5), rows.getDouble(6)));
            }
        }
        if (paces.size() == PACES_MAX) {
            gaps.add("Only the latest %,d hours of functions were compared.".formatted(PACES_MAX));
        }
        return paces;
    }

    private String files(String kind) throws IOException {
        return store.files(kind).stream().map(DuckDb::quoted).collect(Collectors.joining(", "));
    }
}
