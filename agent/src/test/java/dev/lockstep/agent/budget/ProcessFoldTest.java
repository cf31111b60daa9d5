// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.budget;

import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.inFlight;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.onNodes;
import static dev.lockstep.agent.SampleNode.phases;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static dev.lockstep.agent.SampleNode.waiting;
import static dev.lockstep.agent.SampleNode.withChannels;
import static dev.lockstep.agent.SampleNode.withPhases;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.core.metric.SeriesCost;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.SizeClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A GPU never has more series than its budget, what was folded stays folded, and no sum goes back.
class ProcessFoldTest {
    private static final int BUDGET = 160;
    private static final List<NcclFunction> FUNCTIONS = List.of(NcclFunction.values());
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");

    private record Work(NcclFunction function, long bytes) {}

    private final ProcessFold fold = new ProcessFold(BUDGET);

    @Test
    void leavesAloneWhatFits() {
        ProcessSnapshot small = process(1, reducing("aaaa", 3));

        assertThat(fold.fold(small, START)).isEqualTo(small);
        assertThat(fold.folded()).isEqualTo(FoldedSeries.NONE);
    }

    @Test
    void givesEachRankAGpusRoomWhereNothingSaysOnWhichGpuItIs() {
        ProcessSnapshot small = process(
                1,
                IntStream.range(0, 8)
                        .mapToObj(rank -> living(withoutGpu("aaaa", rank), sizes(20)))
                        .toArray(CommunicatorSnapshot[]::new));

        assertThat(fold.fold(small, START)).isEqualTo(small);
        assertThat(new ProcessFold(BUDGET / 8).fold(small, START)).isNotEqualTo(small);
    }

    @Test
    void foldsSizesThenCommunicators() {
        ProcessSnapshot shown =
                fold.fold(process(1, reducing("aaaa", 30), reducing("bbbb", 2), reducing("cccc", 2)), START);

        assertThat(ids(shown)).containsExactly(comm("aaaa"), CommunicatorIdentity.OTHER);
        assertThat(sizes(shown, comm("aaaa"))).contains(SizeClass.OTHER).hasSizeLessThan(30);
        assertThat(calls(shown)).isEqualTo(34);
        assertThat(fold.folded().sizes()).isPositive();
        assertThat(fold.folded().communicators()).isEqualTo(4);
    }

    @Test
    void keepsWhatWasFoldedFoldedWhenThereIsRoomAgain() {
        fold.fold(process(1, reducing("aaaa", 30), reducing("bbbb", 1)), START);
        fold.forgetBefore(START.plusSeconds(1));
        ProcessSnapshot later = fold.fold(process(1, reducing("cccc", 1)), START.plusSeconds(2));

        assertThat(ids(later)).contains(comm("cccc"), CommunicatorIdentity.OTHER);
        assertThat(calls(only(later, CommunicatorIdentity.OTHER))).isEqualTo(1);
    }

    @Test
    void keepsTheSumWhenACommunicatorThatWasFoldedEnds() {
        fold.fold(process(1, reducing("aaaa", 30), reducing("bbbb", 2)), START);
        ProcessSnapshot later = fold.fold(process(1, reducing("aaaa", 30)), START.plusSeconds(1));

        assertThat(calls(only(later, CommunicatorIdentity.OTHER))).isEqualTo(2);
    }

    @Test
    void countsWhatWasFoldedOnceHoweverOftenItIsRead() {
        ProcessSnapshot reading = process(1, reducing("aaaa", 30), reducing("bbbb", 2));
        ProcessSnapshot first = fold.fold(reading, START);

        assertThat(fold.fold(reading, START.plusSeconds(1))).isEqualTo(first);
        assertThat(calls(first)).isEqualTo(32);
    }

    @Test
    void showsOperationsInFlightOfAFoldedCommunicator() {
        CommunicatorSnapshot hanging = waiting(reducing("bbbb", 1), inFlight(NcclFunction.ALL_REDUCE, 31_000_000_000L));
        ProcessSnapshot shown = fold.fold(process(1, reducing("aaaa", 30), hanging), START);

        assertThat(only(shown, CommunicatorIdentity.OTHER).inFlight())
                .singleElement()
                .satisfies(operation -> {
                    assertThat(operation.ageNanos()).isEqualTo(31_000_000_000L);
                    assertThat(operation.key().function()).isEqualTo(NcclFunction.OTHER);
                });
        assertThat(fold.fold(process(1, reducing("aaaa", 30), reducing("bbbb", 1)), START)
                        .communicators()
                        .getLast()
                        .inFlight())
                .isEmpty();
    }

    @Test
    void showsTheFirstOperationOfAFunctionWhileItHangs() {
        CommunicatorSnapshot hanging = waiting(living(identity("aaaa")), inFlight(NcclFunction.ALL_REDUCE, 9));

        assertThat(fold.fold(process(1, hanging), START)
                        .communicators()
                        .getFirst()
                        .inFlight())
                .hasSize(1);
    }

    @Test
    void showsChannelsOneByOneWhereTheyMayBeRails() {
        ProcessSnapshot shown = fold.fold(process(1, onRails("aaaa", 4), channels(reducing("bbbb", 1), 4)), START);

        assertThat(only(shown, comm("aaaa")).channels()).hasSize(4);
        assertThat(only(shown, comm("bbbb")).channels())
                .containsExactly(new ChannelCounters(ChannelCounters.OTHER, 4, 40, 0, 400));
        assertThat(fold.folded()).isEqualTo(FoldedSeries.NONE);
    }

    @Test
    void foldsChannelsBeforeItFoldsSizes() {
        fold.fold(process(1, onRails("aaaa", 12)), START);
        ProcessSnapshot shown = fold.fold(process(1, onRails("aaaa", 12), reducing("bbbb", 8)), START);

        assertThat(only(shown, comm("aaaa")).channels())
                .extracting(ChannelCounters::channel)
                .containsExactly(ChannelCounters.OTHER);
        assertThat(fold.folded()).isEqualTo(new FoldedSeries(1, 0, 0));
    }

    @Test
    void leavesOutKernelPhasesThatFindNoRoom() {
        CommunicatorSnapshot symmetric = withPhases(reducing("aaaa", 1), phases(7));
        ProcessSnapshot roomy = fold.fold(process(1, symmetric), START);
        ProcessFold full = new ProcessFold(BUDGET);
        full.fold(process(1, reducing("aaaa", 30)), START);
        ProcessSnapshot crowded = full.fold(process(1, withPhases(reducing("aaaa", 30), phases(7))), START);

        assertThat(only(roomy, comm("aaaa")).phases()).hasSize(1);
        assertThat(only(crowded, comm("aaaa")).phases()).isEmpty();
    }

    @Test
    void givesEachGpuItsOwnBudget() {
        CommunicatorSnapshot other = living(communicator(comm("aaaa"), 0, 1), sizes(14));
        ProcessSnapshot shown = fold.fold(process(1, reducing("aaaa", 14), other), START);

        assertThat(fold.folded()).isEqualTo(FoldedSeries.NONE);
        assertThat(shown.communicators()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void staysWithinTheBudgetAndNeverGoesBack(long seed) {
        Random random = new Random(seed);
        Map<String, Map<Work, Long>> running = new HashMap<>();
        Map<Object, Long> before = new HashMap<>();
        long ended = 0;
        for (int second = 0; second < 200; second++) {
            ended += change(running, random);
            ProcessSnapshot reading = process(1, snapshots(running));
            ProcessSnapshot shown = fold.fold(reading, START.plusSeconds(second));
            fold.forgetBefore(START.plusSeconds(second - 5));

            assertThat(cost(shown)).as("seed %d, second %d", seed, second).isLessThanOrEqualTo(BUDGET);
            Map<Object, Long> now = counters(shown);
            String moment = "seed " + seed + ", second " + second;
            before.forEach((label, count) -> assertThat(now.getOrDefault(label, Long.MAX_VALUE))
                    .as("%s, %s", moment, label)
                    .isGreaterThanOrEqualTo(count));
            before.clear();
            before.putAll(now);
        }
        assertThat(ended).as("seed %d", seed).isPositive();
    }

    /// Communicators come, work and go. Gives how many went.
    private static int change(Map<String, Map<Work, Long>> running, Random random) {
        int ended = 0;
        if (random.nextInt(4) == 0) {
            running.put("%04x".formatted(random.nextInt(1 << 16)), new HashMap<>());
        }
        if (running.size() > 8) {
            running.remove(running.keySet().iterator().next());
            ended++;
        }
        for (Map<Work, Long> work : running.values()) {
            NcclFunction function = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
            work.merge(new Work(function, 1L << random.nextInt(20)), 1L, Long::sum);
        }
        return ended;
    }

    private static CommunicatorSnapshot[] snapshots(Map<String, Map<Work, Long>> running) {
        List<CommunicatorSnapshot> snapshots = new ArrayList<>();
        running.forEach((id, work) -> {
            List<OperationSeries> series = new ArrayList<>();
            work.forEach((what, calls) -> {
                long[] nanos = IntStream.range(0, Math.toIntExact(calls))
                        .mapToLong(i -> 5_000)
                        .toArray();
                series.add(series(key(what.function(), what.bytes()), what.bytes(), nanos));
            });
            CommunicatorIdentity identity = onNodes(1 + id.hashCode() % 2, identity(id));
            snapshots.add(channels(living(identity, series.toArray(OperationSeries[]::new)), 4));
        });
        return snapshots.toArray(CommunicatorSnapshot[]::new);
    }

    /// What is served of a process of one GPU, by the formula of docs/metrics.md.
    private static int cost(ProcessSnapshot shown) {
        int cost = SeriesCost.RANK;
        for (CommunicatorSnapshot communicator : shown.communicators()) {
            boolean isOther = communicator.identity().id().equals(CommunicatorIdentity.OTHER);
            Set<NcclFunction> functions = new HashSet<>();
            communicator.series().forEach(series -> functions.add(series.key().function()));
            cost += isOther ? 1 : 3 + 4 * communicator.channels().size() + 2 * functions.size();
            for (OperationSeries series : communicator.series()) {
                cost += isOther ? 3 : 1 + SeriesCost.tuned(series.key().function());
            }
        }
        return cost;
    }

    private static Map<Object, Long> counters(ProcessSnapshot shown) {
        Map<Object, Long> counters = new HashMap<>();
        for (CommunicatorSnapshot communicator : shown.communicators()) {
            for (OperationSeries series : communicator.series()) {
                counters.merge(List.of(communicator.identity().id(), series.key()), series.calls(), Long::sum);
            }
        }
        return counters;
    }

    private static CommunicatorIdentity withoutGpu(String id, int rank) {
        CommunicatorIdentity known = identity(id);
        return new CommunicatorIdentity(
                known.id(),
                known.hashOrdinal(),
                known.name(),
                OptionalInt.of(rank),
                known.ranks(),
                known.nodes(),
                OptionalInt.empty(),
                Optional.empty());
    }

    private static CommunicatorIdentity identity(String id) {
        return communicator(comm(id), 0, 0);
    }

    private static String comm(String id) {
        return id.repeat(4);
    }

    private static CommunicatorSnapshot reducing(String id, int sizes) {
        return living(identity(id), sizes(sizes));
    }

    private static OperationSeries[] sizes(int sizes) {
        return IntStream.range(0, sizes)
                .mapToObj(i -> series(key(NcclFunction.ALL_REDUCE, 1L << i), 1L << i, 5_000))
                .toArray(OperationSeries[]::new);
    }

    private static CommunicatorSnapshot onRails(String id, int channels) {
        return channels(living(onNodes(2, identity(id)), sizes(1)), channels);
    }

    private static CommunicatorSnapshot channels(CommunicatorSnapshot of, int channels) {
        return withChannels(
                of,
                IntStream.range(0, channels)
                        .mapToObj(channel -> new ChannelCounters(channel, 1, 10, 0, 100))
                        .toArray(ChannelCounters[]::new));
    }

    private static List<String> ids(ProcessSnapshot shown) {
        return shown.communicators().stream().map(one -> one.identity().id()).toList();
    }

    private static CommunicatorSnapshot only(ProcessSnapshot shown, String id) {
        return shown.communicators().stream()
                .filter(one -> one.identity().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<SizeClass> sizes(ProcessSnapshot shown, String id) {
        return only(shown, id).series().stream()
                .map(series -> series.key().sizeClass())
                .toList();
    }

    private static long calls(ProcessSnapshot shown) {
        return shown.communicators().stream().mapToLong(ProcessFoldTest::calls).sum();
    }

    private static long calls(CommunicatorSnapshot shown) {
        return shown.series().stream().mapToLong(OperationSeries::calls).sum();
    }
}
