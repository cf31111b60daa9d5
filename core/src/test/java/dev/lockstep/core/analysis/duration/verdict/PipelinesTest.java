// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.duration.DurationStudy;
import dev.lockstep.core.analysis.duration.OperationTable;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.outlier.Stretch;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Eight ranks: two stages of four ranks, each two tensor groups of neighbours and two data groups.
class PipelinesTest {
    private static final int RANKS = 8;
    private static final int STEPS = 20;

    private final DurationStudy study = new DurationStudy();

    private StudiedCommunicator communicator(String id, int... members) {
        List<StudiedCommunicator> joined = new ArrayList<>();
        for (int rank = 0; rank < members.length; rank++) {
            StudiedProcess process = study.process(0, "a", members[rank], Optional.empty());
            DurationStudy.Header header = new DurationStudy.Header(0, id, id, rank, members.length, 1);
            joined.add(study.communicator(process, header).orElseThrow());
        }
        return joined.getFirst();
    }

    private void collectives(NcclFunction function, int count, String id, int... members) {
        StudiedCommunicator communicator = communicator(id, members);
        OperationTable table = requireNonNull(communicator.table(function));
        OperationTable.Detail detail = new OperationTable.Detail();
        detail.set(1 << 20, 0, table.shape("RING", "SIMPLE"));
        for (int number = 0; number < count; number++) {
            for (int rank = 0; rank < members.length; rank++) {
                assertThat(table.put(rank, number, 1000, detail)).isEqualTo(OperationTable.Put.TAKEN);
            }
        }
        communicator.advance(true);
    }

    private StudiedJob job(boolean arePeersSaid) {
        collectives(
                NcclFunction.ALL_REDUCE,
                STEPS,
                "world",
                IntStream.range(0, RANKS).toArray());
        for (int stage = 0; stage < 2; stage++) {
            int first = 4 * stage;
            collectives(NcclFunction.ALL_GATHER, 4 * STEPS, "TP_" + 2 * stage, first, first + 1);
            collectives(NcclFunction.ALL_GATHER, 4 * STEPS, "TP_" + (2 * stage + 1), first + 2, first + 3);
            collectives(NcclFunction.REDUCE_SCATTER, STEPS, "DP_" + 2 * stage, first, first + 2);
            collectives(NcclFunction.REDUCE_SCATTER, STEPS, "DP_" + (2 * stage + 1), first + 1, first + 3);
        }
        for (int rank = 0; rank < 4; rank++) {
            StudiedCommunicator pair = communicator("PP_" + rank, rank, rank + 4);
            pair.pointToPoint(0).add(NcclFunction.SEND, 1, arePeersSaid ? 1 : -1, 20, 1024);
            pair.pointToPoint(1).add(NcclFunction.RECV, 1, arePeersSaid ? 0 : -1, 20, 1024);
        }
        return StudiedJob.of(study).getFirst();
    }

    private static LateRank late(StudiedJob job, int process, double seconds) {
        return new LateRank(job.processes().get(process), seconds, new Stretch(0, 10, seconds, 0), 1, 0.9, 0);
    }

    @Test
    void comparesRanksOfOneStage() {
        StudiedJob job = job(true);
        assertThat(Cohorts.of(job)).containsExactly(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7));
    }

    @Test
    void comparesNoStagesThatACollectiveJoins() {
        collectives(NcclFunction.ALL_REDUCE, STEPS, "embedding", 0, 4);
        assertThat(Cohorts.of(job(true))).containsExactly(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7));
    }

    @ParameterizedTest(name = "peers are said: {0}")
    @ValueSource(booleans = {true, false})
    void knowsPipelinesByPeersAndBySilentCommunicators(boolean arePeersSaid) {
        Pipelines pipelines = new Pipelines(job(arePeersSaid));
        assertThat(pipelines.isAny()).isTrue();
        assertThat(pipelines.firstOf(2)).isEqualTo(pipelines.firstOf(6)).isNotEqualTo(pipelines.firstOf(3));
    }

    @Test
    void takesLatenessOfAWholeTensorGroupForPassedOn() {
        StudiedJob job = job(true);
        LateRank root = late(job, 0, 0.01);
        LateRank one = late(job, 4, 0.01);
        LateRank other = late(job, 5, 0.01);
        Pipelines pipelines = new Pipelines(job);
        PassedOn passedOn = new PassedOn(job, new StepTimes(job), pipelines, Cohorts.of(job, pipelines));
        assertThat(passedOn.of(List.of(root, one, other))).containsExactlyInAnyOrder(one, other);
    }

    @Test
    void keepsWhatIsLateByMoreOrInAnotherPipeline() {
        StudiedJob job = job(true);
        LateRank root = late(job, 0, 0.01);
        Pipelines pipelines = new Pipelines(job);
        PassedOn passedOn = new PassedOn(job, new StepTimes(job), pipelines, Cohorts.of(job, pipelines));
        assertThat(passedOn.of(List.of(root, late(job, 4, 0.05), late(job, 5, 0.05))))
                .isEmpty();
        assertThat(passedOn.of(List.of(root, late(job, 6, 0.01), late(job, 7, 0.01))))
                .isEmpty();
    }
}
