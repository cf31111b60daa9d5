// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.json.JsonTree.Unfit;
import dev.lockstep.server.judgement.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Reads the store of a brain, which may run meanwhile: nothing is locked or written.
public final class StoreReader {
    private final Path root;
    private final Map<String, Incident> incidents = new LinkedHashMap<>();
    private final Map<String, Judgement> judgements = new LinkedHashMap<>();

    private StoreReader(Path root) {
        this.root = root;
    }

    /// Of that folder. Lines that cannot be read are left out: the brain tells of them.
    public static StoreReader open(Path root) throws IOException {
        StoreReader reader = new StoreReader(root);
        Path journal = StoreDirectory.journalIn(root);
        if (Files.exists(journal)) {
            Journal.lines(Files.readAllBytes(journal)).forEach(reader::take);
        }
        return reader;
    }

    private void take(byte[] line) {
        try {
            switch (JournalLine.read(line)) {
                case JournalLine.OfIncident of -> incidents.put(of.incident().id(), of.incident());
                case JournalLine.OfJudgement of -> judgements.put(of.judgement().incidentId(), of.judgement());
                case JournalLine.OfWindow _ -> {
                    // What was planned is no part of what was.
                }
            }
        } catch (Unfit _) {
            return;
        }
    }

    /// The last of each incident that the journal has.
    public Map<String, Incident> incidents() {
        return Map.copyOf(incidents);
    }

    /// What was said of them, by incident.
    public Map<String, Judgement> judgements() {
        return Map.copyOf(judgements);
    }

    /// The Parquet files of a kind: `minutes`, `losses`, `incidents`.
    public List<Path> files(String kind) throws IOException {
        Path history = StoreDirectory.historyIn(root);
        if (!Files.isDirectory(history)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(history)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches(kind + "-\\d{8}.*\\.parquet"))
                    .sorted()
                    .toList();
        }
    }
}
