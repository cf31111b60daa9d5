// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.agent.reader.own.RecordedJob.Rank;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.clue.ReaderNote;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordReaderTest {
    private static final Path ONE_BEHIND = Path.of("..", "testdata", "diagnose", "own-record-one-behind");

    @TempDir
    Path folder;

    private RecordedJob job() {
        return new RecordedJob(folder);
    }

    /// All four, one of which did something else than wait.
    private Conclusion verdict(int odd, Rank what) throws IOException {
        RecordedJob job = job();
        for (int rank = 0; rank < RecordedJob.RANKS; rank++) {
            job.with(rank, rank == odd ? what : Rank.WAITS);
        }
        return job.diagnosis().conclusions().getFirst();
    }

    private static List<Integer> culprits(Conclusion conclusion) {
        return conclusion.culprits().stream()
                .flatMap(each -> each.rank().stream().boxed())
                .toList();
    }

    @Test
    void namesTheRankThatDidNotEnterWhatTheOthersWaitIn() throws IOException {
        Conclusion verdict = verdict(2, Rank.ABSENT);

        assertThat(verdict.signal()).isEqualTo(Signal.HANG_RANK_NOT_ENTERED);
        assertThat(culprits(verdict)).containsExactly(2);
        assertThat(verdict.sentence()).contains("never entered AllReduce");
    }

    @Test
    void writesTheRecordsOfTheCaseAsTheyAreCommitted() throws IOException {
        RecordedJob job = job();
        for (int rank = 0; rank < RecordedJob.RANKS; rank++) {
            job.with(rank, rank == 2 ? Rank.ABSENT : Rank.WAITS);
        }

        for (Path record : job.records()) {
            assertThat(record).hasSameBinaryContentAs(ONE_BEHIND.resolve(record.getFileName()));
        }
    }

    @Test
    void namesTheRankWhoseGpuHasNotBegun() throws IOException {
        Conclusion verdict = verdict(1, new Rank("AllReduce", 1 << 20, 60, false, 0));

        assertThat(verdict.signal()).isEqualTo(Signal.HANG_GPU_STALL);
        assertThat(culprits(verdict)).containsExactly(1);
    }

    @Test
    void namesTheRankThatEnteredSomethingElse() throws IOException {
        Conclusion verdict = verdict(3, new Rank("ReduceScatter", 1 << 20, 60, true, 0));

        assertThat(verdict.signal()).isEqualTo(Signal.MISMATCH_COLLECTIVE);
        assertThat(culprits(verdict)).containsExactly(3);
    }

    @Test
    void namesTheRankThatEnteredWithAnotherSize() throws IOException {
        Conclusion verdict = verdict(0, new Rank("AllReduce", 1 << 19, 60, true, 0));

        assertThat(verdict.signal()).isEqualTo(Signal.MISMATCH_SIZE);
        assertThat(culprits(verdict)).containsExactly(0);
    }

    @Test
    void namesNobodyWhereAllHaveEntered() throws IOException {
        Conclusion verdict = verdict(0, Rank.WAITS);

        assertThat(verdict.signal()).isEqualTo(Signal.HANG_ALL_ENTERED);
        assertThat(verdict.culprits()).isEmpty();
    }

    @Test
    void blamesNoRankWhoseRecordIsMissing() throws IOException {
        Conclusion verdict = job().with(0, Rank.WAITS)
                .with(1, Rank.WAITS)
                .diagnosis()
                .conclusions()
                .getFirst();

        assertThat(verdict.signal()).isEqualTo(Signal.HANG_UNKNOWN);
        assertThat(verdict.culprits()).isEmpty();
    }

    @Test
    void namesTheProcessThatWasGoneWhileTheOthersLived() throws IOException {
        Rank young = new Rank("AllReduce", 1 << 20, 1, true, 20);
        Conclusion verdict = job().with(0, young)
                .with(1, young.deadAt(0))
                .with(2, young)
                .with(3, young)
                .diagnosis()
                .conclusions()
                .getFirst();

        assertThat(verdict.signal()).isEqualTo(Signal.HANG_RANK_NOT_ENTERED);
        assertThat(culprits(verdict)).containsExactly(1);
        assertThat(verdict.sentence()).contains("killed or crashed");
    }

    @Test
    void seesNoHangInAJobThatWasCancelledInTheMiddleOfItsWork() throws IOException {
        Rank young = new Rank("AllReduce", 1 << 20, 1, true, 0);
        RecordedJob job = job().with(0, young).with(1, young.deadAt(1)).with(2, Rank.ABSENT);

        assertThat(job.diagnosis().severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void saysWhyItDoesNotReadADamagedOne() throws IOException {
        Path record = job().with(0, Rank.WAITS).records().getFirst();
        byte[] content = Files.readAllBytes(record);
        List<Sighting> seen = Scan.read(InputFile.of("rank-0.flight", Arrays.copyOf(content, content.length / 2)));

        assertThat(seen).hasSize(1).first().isInstanceOf(ReaderNote.class);
        assertThat(((ReaderNote) seen.getFirst()).counts().keySet())
                .first()
                .asString()
                .startsWith("the flight record is damaged");
    }
}
