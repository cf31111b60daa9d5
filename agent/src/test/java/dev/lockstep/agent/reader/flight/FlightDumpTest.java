// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.all.Inputs;
import dev.lockstep.agent.reader.all.Mutations;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.clue.Signal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// From dumps of invented jobs to who holds them up.
class FlightDumpTest {
    private static FlightJob pair() {
        return new FlightJob()
                .group("0", "default_pg", 0, 1, 2, 3)
                .group("4", "TP", 0, 1)
                .group("6", "TP", 2, 3);
    }

    @Test
    void namesTheRankThatNeverEnteredEvenIfItsEntriesAreAllRetired() {
        Conclusion hang = pair().at(0, "0", 9, 8, "all_reduce")
                .at(1, "0", 9, 8, "all_reduce")
                .at(2, "0", 9, 8, "all_reduce")
                .idle(3, "0", 8)
                .inputs()
                .only(Signal.HANG_RANK_NOT_ENTERED);

        assertThat(Inputs.ranks(hang)).containsExactly(3);
        assertThat(hang.severity()).isEqualTo(Severity.P0);
        assertThat(hang.facts())
                .containsEntry("pg", "0 default_pg")
                .containsEntry("op", "all_reduce")
                .containsEntry("seq", "9")
                .containsEntry("waiting_ranks", "[0, 1, 2]");
    }

    @Test
    void followsTheChainOverGroupsToItsRoot() {
        Conclusion hang = pair().at(0, "0", 5, 4, "all_reduce")
                .idle(0, "4", 70)
                .at(1, "0", 5, 4, "all_reduce")
                .idle(1, "4", 70)
                .idle(2, "0", 4)
                .at(2, "6", 91, 90, "_all_gather_base")
                .idle(3, "0", 4)
                .idle(3, "6", 90)
                .inputs()
                .only(Signal.HANG_RANK_NOT_ENTERED);

        assertThat(Inputs.ranks(hang)).containsExactly(3);
    }

    @Test
    void seesAGpuThatFinishedLessThanItsPeers() {
        Conclusion hang = pair().at(0, "4", 60, 55, "all_reduce")
                .at(1, "4", 57, 52, "all_reduce")
                .inputs()
                .only(Signal.HANG_GPU_STALL);

        assertThat(Inputs.ranks(hang)).containsExactly(1);
        assertThat(hang.facts()).containsEntry("where", "gpu");
    }

    @Test
    void blamesNobodyWhereAllHaveEntered() {
        Conclusion hang = pair().at(0, "4", 60, 55, "all_reduce")
                .at(1, "4", 60, 55, "all_reduce")
                .inputs()
                .only(Signal.HANG_ALL_ENTERED);

        assertThat(hang.culprits()).isEmpty();
        assertThat(hang.facts()).containsEntry("seq", "56").containsEntry("where", "device-or-network");
    }

    @Test
    void cannotTellWhereTheDumpOfAMemberIsMissing() {
        Inputs inputs = pair().at(0, "0", 9, 8, "all_reduce")
                .at(1, "0", 9, 8, "all_reduce")
                .at(2, "0", 9, 8, "all_reduce")
                .inputs()
                .and("dumps/nccl_trace_rank_3", "");

        assertThat(inputs.signals()).containsExactly("hang.unknown", "telemetry.gap", "telemetry.gap");
        assertThat(inputs.only(Signal.HANG_UNKNOWN).culprits()).isEmpty();
        assertThat(inputs.only(Signal.HANG_UNKNOWN).facts()).containsEntry("undumped_ranks", "[3]");
    }

    @Test
    void seesRanksThatWaitForEachOtherInDifferentGroups() {
        FlightJob job = new FlightJob().group("1", "A", 0, 1).group("2", "B", 0, 1);

        Conclusion hang = job.at(0, "1", 5, 4, "all_reduce")
                .idle(0, "2", 4)
                .idle(1, "1", 4)
                .at(1, "2", 5, 4, "all_reduce")
                .inputs()
                .only(Signal.HANG_UNKNOWN);

        assertThat(hang.culprits()).isEmpty();
        assertThat(hang.sentence()).contains("wait for each other");
    }

    @Test
    void namesTheMinorityThatEnteredAnotherSize() {
        FlightJob job = new FlightJob().group("0", "default_pg", 0, 1, 2).shape(1, "0", "[[7]]");

        Conclusion mismatch = job.at(0, "0", 3, 2, "all_reduce")
                .at(1, "0", 3, 2, "all_reduce")
                .at(2, "0", 3, 2, "all_reduce")
                .inputs()
                .only(Signal.MISMATCH_SIZE);

        assertThat(Inputs.ranks(mismatch)).containsExactly(1);
        assertThat(mismatch.facts()).containsEntry("seq", "3").containsEntry("op", "all_reduce");
    }

    @Test
    void blamesNoneOfTwoThatDisagree() {
        FlightJob job = new FlightJob().group("0", "default_pg", 0, 1);

        Conclusion mismatch = job.at(0, "0", 3, 2, "all_reduce")
                .at(1, "0", 3, 2, "broadcast")
                .inputs()
                .only(Signal.MISMATCH_COLLECTIVE);

        assertThat(mismatch.culprits()).isEmpty();
        assertThat(mismatch.facts().get("operations")).contains("all_reduce").contains("broadcast");
    }

    @Test
    void takesUnequalSharesOfAllToAllForNormal() {
        FlightJob job = new FlightJob().group("0", "EP", 0, 1).shape(1, "0", "[[7]]");

        assertThat(job.at(0, "0", 3, 2, "all_to_all")
                        .at(1, "0", 3, 2, "all_to_all")
                        .inputs()
                        .signals())
                .containsExactly("hang.all_entered");
    }

    @Test
    void turnsGroupRanksOfPointToPointOperationsIntoWorldRanks() {
        FlightJob job = new FlightJob().group("9", "PP", 2, 5, 11);

        Conclusion hang =
                job.point(5, "9", 40, "recv 1<-2").idle(11, "9", 38).inputs().only(Signal.HANG_RANK_NOT_ENTERED);

        assertThat(Inputs.ranks(hang)).containsExactly(11);
        assertThat(hang.facts())
                .containsEntry("op", "recv 5<-11 (group-local 2->1)")
                .containsEntry("waiting_ranks", "[5]");
    }

    @Test
    void takesAMatchedPairForEntered() {
        FlightJob job = new FlightJob().group("9", "PP", 2, 5);

        assertThat(job.point(2, "9", 40, "send 0->1")
                        .point(5, "9", 40, "recv 1<-0")
                        .inputs()
                        .signals())
                .containsExactly("hang.all_entered");
    }

    @Test
    void saysNothingOfRanksThatFinishedEverything() {
        assertThat(pair().idle(0, "0", 9).idle(1, "0", 9).inputs().signals()).containsExactly("info.parsed");
    }

    @Test
    void readsVersionsWithoutCounters() {
        String old = "{\"version\": \"1.5\", \"pg_config\": {\"0\": [0, 1]}, \"entries\": [{\"id\": 3, \"pg_id\": 0,"
                + " \"seq_id\": %d, \"profiling_name\": \"nccl:all_reduce\", \"input_sizes\": [[4]], \"state\": \"%s\"}]}";

        Conclusion hang = Inputs.of("trace_0", old.formatted(8, "scheduled"))
                .and("trace_1", old.formatted(7, "completed"))
                .only(Signal.HANG_RANK_NOT_ENTERED);

        assertThat(Inputs.ranks(hang)).containsExactly(1);
    }

    @Test
    void refusesAPickleThatIsAProgram() {
        byte[] pickle = "\u0080\u0002cos\nsystem\nX\u0004\u0000\u0000\u0000pg_config\u0085R."
                .getBytes(StandardCharsets.ISO_8859_1);

        Conclusion refused = new Inputs().and("nccl_trace_rank_0", pickle).only(Signal.TELEMETRY_MALFORMED);

        assertThat(refused.sentence()).contains("GLOBAL");
    }

    @Test
    void readsWhatTheAnalyserPrinted() {
        String text = """
            Not all ranks joining collective, sequence number: 612
            internal record id: 611
            group info: 7:DATA_PARALLEL
            collective: nccl:reduce_scatter_tensor
            missing ranks: {5, 9}
            input sizes: [[88]]
            expected ranks: {1, 5, 9, 13}
            """;

        Conclusion hang = Inputs.of("analysis.txt", text).only(Signal.HANG_RANK_NOT_ENTERED);

        assertThat(Inputs.ranks(hang)).containsExactly(5, 9);
        assertThat(hang.facts()).containsEntry("seq", "612").containsEntry("waiting_ranks", "[1, 13]");
    }

    @Test
    void turnsTheAnalysersBlameRoundWhereItBelievedTheOddRank() {
        String text = """
            Collective sequence number: 12 has errors
            group info: 0:default_pg
            collective: nccl:all_reduce
            expected ranks: {0, 1, 2, 3}
            error msg: Culprit rank 1; Error type: SIZE_OR_SYNTAX_MISMATCH, Expected x, Culprit rank 2; Error type: \
            SIZE_OR_SYNTAX_MISMATCH, y, Culprit rank 3; Error type: SIZE_OR_SYNTAX_MISMATCH, z
            """;

        assertThat(Inputs.ranks(Inputs.of("analysis.txt", text).only(Signal.MISMATCH_SIZE)))
                .containsExactly(0);
    }

    @Test
    void bearsTenThousandDamagedDumps() {
        FlightJob job = pair().at(0, "0", 9, 8, "all_reduce")
                .at(1, "0", 9, 8, "all_reduce")
                .idle(2, "0", 8);
        List<byte[]> dumps = List.of(
                job.dump(0).getBytes(StandardCharsets.UTF_8), job.dump(2).getBytes(StandardCharsets.UTF_8));

        for (int seed = 0; seed < 10_000; seed++) {
            int number = seed;
            Inputs inputs = new Inputs()
                    .and("nccl_trace_rank_0", Mutations.of(dumps.get(0), number))
                    .and("nccl_trace_rank_2", dumps.get(1));
            assertThat(inputs.conclusions()).as("seed %d", number).isNotNull();
        }
    }
}
