// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Jobs of other shapes and faults than those of the recorded sets.
class AnalyzeShapesTest {
    private static final long SEED = 11;

    @TempDir
    Path folder;

    private Analysis analysis(PlayedFolder played) throws IOException {
        played.into(folder);
        return Analysis.of(folder);
    }

    @ParameterizedTest(name = "{0} ranks, tensor groups of {1}, {2} on a node")
    @CsvSource({"4,2,4", "8,4,4", "16,4,8", "16,1,8", "32,8,8", "64,8,8"})
    void namesNobodyInAHealthyJob(int ranks, int tensor, int ranksOfNode) throws IOException {
        Analysis analysis = analysis(new PlayedFolder(ranks, tensor, ranksOfNode, SEED));
        assertThat(analysis.verdict()).startsWith("Nobody is late and no path is slow");
        assertThat(analysis.exitCode()).isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest(name = "{0} ranks, tensor groups of {1}, {2} on a node, rank {3}")
    @CsvSource({"4,2,4,3", "8,4,4,2", "16,4,8,5", "16,1,8,7", "32,8,8,17", "64,8,8,63"})
    void namesARankThatIsLateByAFifthOfItsCompute(int ranks, int tensor, int ranksOfNode, int late) throws IOException {
        Analysis analysis = analysis(new PlayedFolder(ranks, tensor, ranksOfNode, SEED).slowRank(late, 1.2));
        assertThat(analysis.verdict()).startsWith("Rank " + late + " (").contains("is late in all its communicators");
        assertThat(analysis.out()).doesNotContain("more below");
        assertThat(analysis.exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void namesTwoLateRanksAndNobodyElse() throws IOException {
        Analysis analysis =
                analysis(new PlayedFolder(32, 4, 8, SEED).slowRank(6, 1.5).slowRank(21, 1.3));
        assertThat(analysis.out())
                .contains("straggler_gpu, 99 % sure: rank 6 (")
                .contains("sure: rank 21 (")
                .containsOnlyOnce("1 more below");
    }

    @Test
    void namesTheLateNodeAndNotItsRanks() throws IOException {
        PlayedFolder played = new PlayedFolder(32, 4, 8, SEED);
        for (int rank = 8; rank < 16; rank++) {
            played.slowRank(rank, 1.3);
        }
        Analysis analysis = analysis(played);
        assertThat(analysis.verdict()).startsWith("Node node-b is late: all of its 8 ranks");
        assertThat(analysis.out()).doesNotContain("straggler_gpu").contains("slow_node");
    }

    @Test
    void saysFromWhichStepOnARankIsLate() throws IOException {
        Analysis analysis =
                analysis(new PlayedFolder(16, 4, 8, SEED).slowRank(9, 1.5).faultFrom(30));
        assertThat(analysis.verdict()).startsWith("Rank 9 (");
        assertThat(analysis.out()).containsPattern("from step (29|30|31) on");
    }

    @Test
    void namesTheRankAndNotItsVictimsInAShortRun() throws IOException {
        Analysis analysis = analysis(new PlayedFolder(8, 4, 4, SEED).steps(8).slowRank(1, 1.5));
        assertThat(analysis.verdict()).startsWith("Rank 1 (");
        assertThat(analysis.out()).contains("echo in DP_0: rank 0 comes late because it waited elsewhere");
    }

    @Test
    void namesNobodyInAShortHealthyRun() throws IOException {
        assertThat(analysis(new PlayedFolder(8, 4, 4, SEED).steps(5)).verdict()).startsWith("Nobody is late");
    }

    @Test
    void takesCheckpointsOfOneRankForNoLateness() throws IOException {
        Analysis analysis = analysis(new PlayedFolder(16, 4, 8, SEED).steps(400).pauseEvery(5));
        assertThat(analysis.verdict()).startsWith("Nobody is late");
        assertThat(analysis.out()).contains("rank 0 made its peers wait now and then");
    }

    @Test
    void takesRarePausesForNoLateness() throws IOException {
        assertThat(analysis(new PlayedFolder(16, 4, 8, SEED).steps(400).pauseEvery(40))
                        .verdict())
                .startsWith("Nobody is late");
    }

    @Test
    void findsAGroupThatMovesItsDataSlowlyFromTheBegin() throws IOException {
        Analysis analysis = analysis(new PlayedFolder(16, 4, 8, SEED).slowGroup("DP_2", 1.6));
        assertThat(analysis.verdict())
                .startsWith(
                        "Data moves slowly over the network path of one of ranks 2, 6, 10, 14, and no rank is late");
        assertThat(analysis.out()).contains("as those of communicators of the same shape, all the time");
    }

    @Test
    void saysRanksOfCommunicatorsWhereNoneHasAll() throws IOException {
        Analysis analysis =
                analysis(new PlayedFolder(16, 4, 8, SEED).withoutWorld().slowRank(5, 1.5));
        assertThat(analysis.out()).contains("no communicator has all ranks").contains("rank 1 of");
    }

    @Test
    void saysThatARankWithoutAFileMayBeTheLateOne() throws IOException {
        PlayedFolder played = new PlayedFolder(16, 4, 8, SEED).slowRank(5, 2);
        played.into(folder);
        Files.delete(played.file(folder, 5));
        Analysis analysis = Analysis.of(folder);
        assertThat(analysis.verdict()).startsWith("Nobody is late").contains("15 of 16 ranks");
        assertThat(analysis.out()).contains("no file of rank 5").contains("a rank without a file may be late there");
    }

    @Test
    void saysThatNobodyCanBeNamedWithoutTimesOfTheGpu() throws IOException {
        PlayedFolder played = new PlayedFolder(8, 4, 8, SEED).slowRank(5, 2);
        played.into(folder);
        for (int rank = 0; rank < 8; rank++) {
            Path file = played.file(folder, rank);
            Files.writeString(file, Files.readString(file).replace("kernel_gpu", "kernel_cpu"));
        }
        assertThat(Analysis.of(folder).verdict())
                .startsWith("Nobody can be named: 0 of ")
                .contains("collectives have a time that the GPU measured");
    }

    @Test
    void namesALateRankThoughAnotherHasNoFile() throws IOException {
        PlayedFolder played = new PlayedFolder(16, 4, 8, SEED).slowRank(5, 1.5);
        played.into(folder);
        Files.delete(played.file(folder, 12));
        assertThat(Analysis.of(folder).verdict()).startsWith("Rank 5 (");
    }

    @Test
    void judgesTwoJobsInOneFolderApart() throws IOException {
        new PlayedFolder(8, 4, 4, SEED).into(folder);
        new PlayedFolder(16, 4, 8, SEED + 1)
                .asJob("other-", 9000)
                .slowRank(3, 1.5)
                .into(folder);
        Analysis analysis = Analysis.of(folder);
        assertThat(analysis.verdict()).startsWith("Rank 3 (pid 9003 on other-a)");
        assertThat(analysis.out()).containsOnlyOnce("Nobody is late");
    }

    @Test
    void judgesJobsWithTheSameIdsInTwoFoldersApart() throws IOException {
        Path one = Files.createDirectory(folder.resolve("one"));
        Path two = Files.createDirectory(folder.resolve("two"));
        new PlayedFolder(8, 4, 4, SEED).into(one);
        PlayedFolder again = new PlayedFolder(8, 4, 4, SEED + 1).slowRank(6, 1.5);
        again.into(two);
        for (int rank = 0; rank < 8; rank++) {
            String text = Files.readString(again.file(two, rank));
            Files.writeString(again.file(two, rank), text.replace("\"pid\":4", "\"pid\":5"));
        }
        Analysis analysis = Analysis.of(folder);
        assertThat(analysis.out()).containsOnlyOnce("Nobody is late").containsOnlyOnce("Rank 6 (pid 5006");
    }
}
