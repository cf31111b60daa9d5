// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.server.SomeIncidents;
import dev.lockstep.server.judgement.Judgement;
import dev.lockstep.server.judgement.Judgement.Verdict;
import dev.lockstep.server.judgement.MaintenanceWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was told is there after any end of the process.
class JournalTest {
    private static final Journal.Horizon NOTHING_IS_OVER = new Journal.Horizon(0, 0);

    private final StoreCounters counters = new StoreCounters();

    @TempDir
    Path folder;

    @Test
    void givesBackWhatItWasGiven() throws IOException {
        Incident incident = SomeIncidents.open("00000000000000aa");
        Judgement judgement = new Judgement(incident.id(), Verdict.FALSE, "me", "it was the switch", 5);
        MaintenanceWindow window = new MaintenanceWindow(Optional.of("node-a"), Optional.empty(), 1, 9, "me", "");
        write(
                new JournalLine.OfIncident(incident),
                new JournalLine.OfJudgement(judgement),
                new JournalLine.OfWindow(window));

        try (StoreDirectory directory = StoreDirectory.open(folder);
                Journal journal = Journal.open(directory, counters, NOTHING_IS_OVER)) {
            assertThat(journal.incidents()).containsExactly(incident);
            assertThat(journal.judgements()).containsExactly(judgement);
            assertThat(journal.windows()).containsExactly(window);
        }
        assertThat(counters.damaged()).isZero();
    }

    @Test
    void keepsTheLastOfEachIncident() throws IOException {
        Incident open = SomeIncidents.open("00000000000000aa");
        Incident closed = SomeIncidents.in(open, IncidentState.CLOSED);
        write(new JournalLine.OfIncident(open), new JournalLine.OfIncident(closed));

        assertThat(reopened()).containsExactly(closed);
    }

    /// A kill may leave any part of what was being written.
    @Test
    void losesNothingThatWasToldWhereverItIsCut() throws IOException {
        Incident first = SomeIncidents.open("00000000000000aa");
        Incident second = SomeIncidents.open("00000000000000bb");
        write(new JournalLine.OfIncident(first));
        byte[] told = Files.readAllBytes(folder.resolve("journal"));
        byte[] more = new JournalLine.OfIncident(second).bytes();

        for (int cut : new int[] {0, 1, 8, 9, 10, more.length / 2, more.length - 2, more.length - 1, more.length}) {
            byte[] left = Arrays.copyOf(told, told.length + cut);
            System.arraycopy(more, 0, left, told.length, cut);
            Files.write(folder.resolve("journal"), left);
            assertThat(reopened())
                    .as("cut after %s bytes of the second", cut)
                    .containsExactlyElementsOf(cut == more.length ? List.of(first, second) : List.of(first));
        }
        assertThat(counters.damaged()).isZero();
    }

    @Test
    void setsADamagedJournalAsideAndTakesTheRest() throws IOException {
        Incident first = SomeIncidents.open("00000000000000aa");
        Incident second = SomeIncidents.open("00000000000000bb");
        write(new JournalLine.OfIncident(first), new JournalLine.OfIncident(second));
        byte[] bytes = Files.readAllBytes(folder.resolve("journal"));
        bytes[20] ^= 1;
        Files.write(folder.resolve("journal"), bytes);

        assertThat(reopened()).containsExactly(second);
        assertThat(counters.damaged()).isEqualTo(1);
        try (Stream<Path> damaged = Files.list(folder.resolve("damaged"))) {
            assertThat(damaged)
                    .singleElement()
                    .satisfies(file -> assertThat(file).hasBinaryContent(bytes));
        }
    }

    @Test
    void forgetsWindowsThatAreOver() throws IOException {
        write(new JournalLine.OfWindow(new MaintenanceWindow(Optional.of("node-a"), Optional.empty(), 1, 9, "me", "")));

        try (StoreDirectory directory = StoreDirectory.open(folder);
                Journal journal = Journal.open(directory, counters, new Journal.Horizon(0, 9))) {
            assertThat(journal.windows()).isEmpty();
        }
        assertThat(folder.resolve("journal")).isEmptyFile();
    }

    @Test
    void forgetsIncidentsThatWereOverLongAgoWithWhatWasSaidOfThem() throws IOException {
        Incident open = SomeIncidents.open("00000000000000aa");
        Incident closed = SomeIncidents.in(SomeIncidents.open("00000000000000bb"), IncidentState.CLOSED);
        write(
                new JournalLine.OfIncident(open),
                new JournalLine.OfIncident(closed),
                new JournalLine.OfJudgement(new Judgement(closed.id(), Verdict.FALSE, "me", "", 5)));

        try (StoreDirectory directory = StoreDirectory.open(folder);
                Journal journal = Journal.open(directory, counters, new Journal.Horizon(Long.MAX_VALUE, 0))) {
            assertThat(journal.incidents()).containsExactly(open);
            assertThat(journal.judgements()).isEmpty();
        }
        assertThat(folder.resolve("journal")).hasBinaryContent(new JournalLine.OfIncident(open).bytes());
    }

    private void write(JournalLine... lines) throws IOException {
        try (StoreDirectory directory = StoreDirectory.open(folder);
                Journal journal = Journal.open(directory, counters, NOTHING_IS_OVER)) {
            for (JournalLine line : lines) {
                journal.append(List.of(line));
            }
        }
    }

    private List<Incident> reopened() throws IOException {
        try (StoreDirectory directory = StoreDirectory.open(folder);
                Journal journal = Journal.open(directory, counters, NOTHING_IS_OVER)) {
            return journal.incidents();
        }
    }
}
