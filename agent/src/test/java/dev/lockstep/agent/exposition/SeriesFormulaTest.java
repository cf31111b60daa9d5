// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.connection;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.onNodes;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.withChannels;
import static dev.lockstep.agent.SampleNode.withConnections;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.SampleNode;
import dev.lockstep.agent.budget.ProcessFold;
import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.metric.SeriesCost;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.connection.Direction;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The formula of docs/metrics.md says before a run how many series it has: `lockstep_series` of three runs of a node
/// with eight GPUs is what comes out of it. The words are those of that page.
class SeriesFormulaTest {
    private static final int BUDGET = 300;
    private static final int RANKS = 8;
    /// 15 of the agent, 6 of its one source, and with a brain to feed 7 and 5 for that one.
    private static final int AGENT = 33;

    @Test
    void predictsARunWithDataParallelismOnly() {
        Scrape scrape = run(rank -> List.of(working(
                communicator("aaaa000000000000", 0, rank),
                8,
                functionOf(NcclFunction.REDUCE_SCATTER, 3),
                functionOf(NcclFunction.ALL_GATHER, 3),
                functionOf(NcclFunction.ALL_REDUCE, 1))));

        int communicators = 1;
        int memberships = RANKS;
        int channels = RANKS;
        int functions = RANKS * 3;
        int sized = RANKS * (3 + 3 + 1);
        assertThat(scrape.value("lockstep_series"))
                .isEqualTo(3 * RANKS
                        + communicators
                        + 2 * memberships
                        + 4 * channels
                        + functions
                        + sized
                        + 3 * sized
                        + AGENT);
    }

    @Test
    void predictsARunWithThreeKindsOfParallelism() {
        Scrape scrape = run(rank -> List.of(
                working(
                        communicator("7777000000000000", 0, rank),
                        16,
                        functionOf(NcclFunction.ALL_GATHER, 4),
                        functionOf(NcclFunction.REDUCE_SCATTER, 4)),
                working(
                        onNodes(2, communicator("dddd%012x".formatted(rank), 0, rank)),
                        8,
                        functionOf(NcclFunction.ALL_REDUCE, 8)),
                withConnections(
                        working(
                                onNodes(4, communicator("eeee%012x".formatted(rank), 0, rank)),
                                2,
                                functionOf(NcclFunction.SEND, 2),
                                functionOf(NcclFunction.RECV, 2)),
                        connection(1, Direction.SEND, 0, 2),
                        connection(1, Direction.SEND, 1, 2),
                        connection(3, Direction.RECEIVE, 0, 2))));

        int communicators = 1 + 8 + 8;
        int memberships = RANKS * 3;
        int channels = RANKS * (1 + 8 + 2);
        int functions = RANKS * 5;
        int sized = RANKS * (4 + 4 + 8 + 2 + 2);
        int tunedCollectives = RANKS * (4 + 4 + 8);
        int tunedPointToPoint = RANKS * (2 + 2);
        int sendingLinks = RANKS;
        int receivingLinks = RANKS;
        assertThat(scrape.value("lockstep_series"))
                .isEqualTo(3 * RANKS
                        + communicators
                        + 2 * memberships
                        + 4 * channels
                        + functions
                        + sized
                        + 3 * tunedCollectives
                        + 2 * tunedPointToPoint
                        + 7 * sendingLinks
                        + 8 * receivingLinks
                        + AGENT);
    }

    /// Sixteen communicators a GPU, each with AllReduce in eight sizes. One costs 7 + 2 + 8 × 4 = 41, and 3 are
    /// the rank's. Own series end at 240: five communicators make 208, and of the sixth 7 + 2 + 5 × 4 = 29 fit.
    /// Folded ones end at 264, so that its other three sizes become one series: 4. After that, at 241, no
    /// communicator finds its 7: ten go into `comm="other"` with their info, histogram, calls and bytes: 4.
    @Test
    void predictsARunOverItsBudget() {
        assertThat(SeriesCost.ownMax(BUDGET)).isEqualTo(240);
        assertThat(SeriesCost.foldedMax(BUDGET)).isEqualTo(264);
        Scrape scrape = run(rank -> IntStream.range(0, 16)
                .mapToObj(i -> working(
                        communicator("%04x%012x".formatted(i, rank), 0, rank),
                        4,
                        functionOf(NcclFunction.ALL_REDUCE, 8)))
                .toList());

        int communicators = RANKS * 6 + 1;
        int memberships = RANKS * 6;
        int channels = RANKS * 6;
        int functions = RANKS * 6;
        int sized = RANKS * (5 * 8 + 5 + 1);
        int other = RANKS * 3;
        int folds = 2;
        assertThat(scrape.value("lockstep_series"))
                .isEqualTo(3 * RANKS
                        + communicators
                        + 2 * memberships
                        + 4 * channels
                        + functions
                        + sized
                        + 3 * sized
                        + other
                        + folds
                        + AGENT);
        assertThat(scrape.value("lockstep_series_folded", "into", "size")).isEqualTo(RANKS * 3);
        assertThat(scrape.value("lockstep_series_folded", "into", "comm")).isEqualTo(RANKS * 10 * 8);
        assertThat(scrape.value("lockstep_series")).isLessThan(RANKS * BUDGET);
    }

    private record Function(NcclFunction function, int sizes) {
        Stream<OperationSeries> series() {
            return IntStream.range(0, sizes).mapToObj(i -> {
                long bytes = 1024L << i;
                return SampleNode.series(key(function, bytes), bytes, 5_000, 6_000);
            });
        }
    }

    private static Function functionOf(NcclFunction function, int sizes) {
        return new Function(function, sizes);
    }

    private static CommunicatorSnapshot working(CommunicatorIdentity identity, int channels, Function... functions) {
        OperationSeries[] series =
                Stream.of(functions).flatMap(Function::series).toArray(OperationSeries[]::new);
        ChannelCounters[] counters = IntStream.range(0, channels)
                .mapToObj(channel -> new ChannelCounters(channel, 1, 0, 0, 5))
                .toArray(ChannelCounters[]::new);
        return withChannels(living(identity, series), counters);
    }

    private static Scrape run(IntFunction<List<CommunicatorSnapshot>> communicatorsOfRank) {
        List<ProcessFold> folds =
                Stream.generate(() -> new ProcessFold(BUDGET)).limit(RANKS).toList();
        ProcessSnapshot[] processes = IntStream.range(0, RANKS)
                .mapToObj(rank -> folds.get(rank)
                        .fold(
                                process(rank, communicatorsOfRank.apply(rank).toArray(CommunicatorSnapshot[]::new)),
                                Instant.EPOCH))
                .toArray(ProcessSnapshot[]::new);
        Map<ProcessIdentity, FoldedSeries> folded = new HashMap<>();
        for (int rank = 0; rank < RANKS; rank++) {
            folded.put(processes[rank].identity(), folds.get(rank).folded());
        }
        return Scrape.of(Scrape.folding(Scrape.source("shared_memory", new SourceState.Fresh(), processes), folded));
    }
}
