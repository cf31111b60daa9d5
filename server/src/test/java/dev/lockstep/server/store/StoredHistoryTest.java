// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.server.Feeds;
import dev.lockstep.server.SomeIncidents;
import dev.lockstep.server.config.ServerConfig.History;
import dev.lockstep.server.figures.JobFigures;
import dev.lockstep.server.figures.JobFigures.OfRank;
import dev.lockstep.server.figures.JobFigures.Place;
import dev.lockstep.server.history.BrainHistory;
import dev.lockstep.server.history.BrainHistory.Loss;
import dev.lockstep.server.history.BrainHistory.Verdict;
import dev.lockstep.server.history.StoredHistory;
import dev.lockstep.server.judgement.Judgement;
import dev.lockstep.server.log.ServerLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a report reads of a store, while its brain has it.
class StoredHistoryTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final long START = SomeIncidents.START / HOUR * HOUR;
    private static final Instant BEFORE = Instant.ofEpochSecond(0, START);

    private final StoreCounters counters = new StoreCounters();
    private final ServerLog log = new ServerLog(System::nanoTime);

    @TempDir
    Path folder;

    @Test
    void readsIncidentsWithWhatWasSaidOfThem() throws IOException {
        Incident over = SomeIncidents.in(SomeIncidents.open("00000000000000aa"), IncidentState.CLOSED);
        try (Store store = store()) {
            store.keep(List.of(SomeIncidents.open("00000000000000aa"), SomeIncidents.open("00000000000000bb")));
            store.keep(List.of(over));
            store.keep(new Judgement("00000000000000aa", Judgement.Verdict.FALSE, "me", "", START));

            BrainHistory history = StoredHistory.read(folder, BEFORE);

            assertThat(history.incidents()).hasSize(2).anySatisfy(told -> {
                assertThat(told.incident()).isEqualTo(over);
                assertThat(told.verdict()).contains(Verdict.FALSE);
            });
        }
        assertThat(StoredHistory.read(folder, BEFORE.plus(Duration.ofDays(1))).incidents())
                .as("what is not over is of every time")
                .singleElement()
                .satisfies(told -> assertThat(told.incident().id()).isEqualTo("00000000000000bb"));
    }

    @Test
    void readsWhatLateRanksCost() throws IOException {
        try (Store store = store()) {
            store.count(figures(10), START);
            store.count(figures(25), START + MINUTE);
            store.count(figures(25), START + 2 * MINUTE);
            store.count(figures(31), START + HOUR);
        }

        assertThat(StoredHistory.read(folder, BEFORE).losses())
                .containsExactlyInAnyOrder(
                        new Loss("job-1", "node-a", "5", START / HOUR, 25),
                        new Loss("job-1", "node-a", "5", START / HOUR + 1, 6));
    }

    @Test
    void readsHowLongOperationsTook() throws IOException {
        try (Store store = store()) {
            for (int i = 0; i < 40; i++) {
                store.count(Feeds.of("node-a", i, "job-1", 0), START);
            }
        }

        assertThat(StoredHistory.read(folder, BEFORE).paces()).singleElement().satisfies(pace -> {
            assertThat(pace.meanSeconds()).isEqualTo(0.001);
            assertThat(pace.shape().collective()).isEqualTo("AllReduce");
        });
    }

    @Test
    void saysWhatAnEmptyStoreDoesNotTell() throws IOException {
        assertThat(StoredHistory.read(folder, BEFORE).gaps()).hasSize(1);
    }

    private Store store() throws IOException {
        return Store.open(new History(folder, Duration.ofDays(90), 1L << 30), counters, () -> START, log);
    }

    private static JobFigures figures(double lost) {
        return new JobFigures(
                List.of(),
                List.of(
                        new OfRank("job-1", new Place("node-a", "5", "5"), 1, lost),
                        new OfRank("job-1", new Place("node-a", "6", "6"), 1, 0)),
                List.of(),
                0,
                0,
                0);
    }
}
