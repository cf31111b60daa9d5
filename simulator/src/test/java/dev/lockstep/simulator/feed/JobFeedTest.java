// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import dev.lockstep.simulator.timeline.ChannelStamp;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.Examples;
import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.timeline.Operations;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobFeedTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int STEPS = 8;

    /// What one rank told of one function: operations, bytes, durations, channel operations and channel lags.
    private static final class Sums {
        private long calls;
        private long bytes;
        private long timed;
        private long nanos;
        private long records;

        @Override
        public String toString() {
            return calls + " calls, " + bytes + " B, " + timed + " timed, " + nanos + " ns, " + records + " records";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"healthy", "pipeline-experts", "late-rank"})
    void tellsEveryOperationOnce(String name) {
        Scenario scenario = Examples.named(name).withSteps(STEPS);
        Map<String, Sums> told = new HashMap<>();
        each(
                scenario,
                FeedSettings.of("7", "a"),
                process -> process.communicators().forEach(communicator -> add(communicator, told)));

        Map<String, Sums> truth = new HashMap<>();
        Cluster cluster = Cluster.of(scenario);
        operations(cluster).forEach(operation -> add(operation, cluster, truth));

        assertThat(told.keySet()).isEqualTo(truth.keySet());
        truth.forEach((key, sums) -> assertThat(told.get(key)).as(key).hasToString(sums.toString()));
    }

    @Test
    void tellsWhatEachChannelDid() {
        Scenario scenario = Examples.named("slow-link").withSteps(30);
        Map<Integer, long[]> told = new HashMap<>();
        each(
                scenario,
                FeedSettings.of("7", "a"),
                process -> process.communicators().stream()
                        .flatMap(communicator -> communicator.channels().stream())
                        .forEach(channel -> add(channel, told)));

        Map<Integer, long[]> truth = new HashMap<>();
        for (OperationRun operation : operations(Cluster.of(scenario))) {
            for (ChannelStamp stamp : operation.stamps()) {
                long[] sums = truth.computeIfAbsent(stamp.channel(), _ -> new long[4]);
                sums[0]++;
                sums[1] += stamp.startNanos() - operation.startNanos().orElseThrow();
                sums[2] += operation.endNanos().orElseThrow() - stamp.stopNanos();
                sums[3] += stamp.stopNanos() - stamp.startNanos();
            }
        }
        assertThat(told.keySet()).isEqualTo(truth.keySet());
        truth.forEach((channel, sums) ->
                assertThat(told.get(channel)).as("channel %d", channel).isEqualTo(sums));
    }

    @Test
    void stampsOnTheClocksOfGpuAndNode() {
        Scenario scenario = Examples.named("healthy").withSteps(STEPS);
        Cluster cluster = Cluster.of(scenario);
        Map<String, OperationRun> truth = new HashMap<>();
        operations(cluster).forEach(operation -> truth.put(key(operation), operation));
        long later = 5 * SECOND;

        each(
                scenario,
                FeedSettings.of("7", "a").startingAt(later),
                process -> eachRecord(process, (communicator, c, i) -> {
                    int rank = communicator.identity().worldRank().orElseThrow();
                    OperationRun operation = Objects.requireNonNull(
                            truth.get(communicator.identity().id() + " " + rank + " " + c.ordinal()[i]));
                    GpuClock clock = GpuClock.of(cluster, rank, NodeAgents.EPOCH_NANOS + later);
                    long node = NodeAgents.monotonicNanos(cluster.noise(), rank / 8, later);
                    assertThat(c.startNanos()[i])
                            .isEqualTo(clock.at(operation.startNanos().orElseThrow()));
                    assertThat(c.stopNanos()[i])
                            .isEqualTo(clock.at(operation.endNanos().orElseThrow()));
                    assertThat(c.enqueueNanos()[i])
                            .isEqualTo(node + operation.group().enqueueNanos());
                    assertThat(c.sizeBytes()[i]).isEqualTo(operation.sizeBytes());
                    assertThat(c.isTimed(i)).isTrue();
                }));
    }

    @Test
    void tellsHowLongEachGpuWasIdle() {
        Scenario scenario = Examples.named("late-rank").withSteps(STEPS);
        List<long[]> spans = new ArrayList<>();
        each(
                scenario,
                FeedSettings.of("7", "a"),
                process -> eachRecord(process, (communicator, c, i) -> {
                    if (communicator.identity().worldRank().orElseThrow() == 5) {
                        spans.add(new long[] {c.startNanos()[i], c.stopNanos()[i], c.idleNanos()[i]});
                    }
                }));
        spans.sort((a, b) -> Long.compare(a[0], b[0]));

        assertThat(spans.getFirst()[2]).isEqualTo(OperationColumns.NONE);
        for (int i = 1; i < spans.size(); i++) {
            assertThat(spans.get(i)[2]).isEqualTo(spans.get(i)[0] - spans.get(i - 1)[1]);
        }
    }

    @Test
    void goesOnTellingWhatIsInFlightAfterAHang() {
        Scenario scenario = Examples.named("hang");
        JobFeed job = new JobFeed(scenario, FeedSettings.of("7", "a"));
        ProcessFeed peer = at(job, 60 * SECOND, 7);
        ProcessFeed later = at(job, 1_000 * SECOND, 7);

        CommunicatorFeed data = communicator(later, "DP_3");
        assertThat(later.life()).isEqualTo(ProcessLife.RUNNING);
        assertThat(data.inFlight()).isNotEmpty().hasSizeLessThanOrEqualTo(CommunicatorFeed.IN_FLIGHT_MAX);
        assertThat(data.inFlight().getFirst().ageNanos()
                        - communicator(peer, "DP_3").inFlight().getFirst().ageNanos())
                .isEqualTo(940 * SECOND);
        assertThat(data.progress().started().orElseThrow())
                .isEqualTo(data.progress().finished().orElseThrow() + 1);
        CommunicatorFeed culprit = communicator(at(job, 1_001 * SECOND, 3), "DP_3");
        assertThat(culprit.progress().enqueued()).isEqualTo(data.progress().finished());
        assertThat(job.isOver()).isFalse();
    }

    @Test
    void tellsThatProcessesAreGoneUntilTheirGraceIsOver() {
        JobFeed job = new JobFeed(Examples.named("crash"), FeedSettings.of("7", "a"));

        assertThat(at(job, 60 * SECOND, 8).life()).isEqualTo(ProcessLife.GONE);
        assertThat(at(job, 61 * SECOND, 7).life()).isEqualTo(ProcessLife.RUNNING);
        assertThat(job.until(1_000 * SECOND).get(1)).hasSize(8);
        assertThat(job.until(1_001 * SECOND).get(1)).isEmpty();
    }

    @Test
    void freesCommunicatorsAtTheEnd() {
        JobFeed job = new JobFeed(Examples.named("healthy").withSteps(2), FeedSettings.of("7", "a"));
        List<List<ProcessFeed>> last = job.until(1_000 * SECOND);

        assertThat(last.getFirst()).allMatch(process -> process.life() == ProcessLife.ENDED);
        assertThat(last.getFirst().getFirst().communicators()).allMatch(CommunicatorFeed::ended);
        assertThat(job.isOver()).isTrue();
        assertThat(job.until(1_001 * SECOND)).allMatch(List::isEmpty);
    }

    @Test
    void tellsOfADeadProcessWithoutItsCommunicators() {
        JobFeed job = new JobFeed(Examples.named("healthy").withSteps(2), FeedSettings.of("7", "a"));
        job.until(20 * SECOND);
        List<ProcessFeed> later = job.until(21 * SECOND).getFirst();

        assertThat(later).hasSize(8).allMatch(process -> process.life() == ProcessLife.ENDED);
        assertThat(later).allMatch(process -> process.communicators().isEmpty());
    }

    @Test
    void leavesWithoutAWordWhenToldTo() {
        FeedSettings settings = FeedSettings.of("7", "a").ending(FeedSettings.End.killed(rank -> SECOND + rank));
        JobFeed job = new JobFeed(Examples.named("healthy"), settings);
        List<List<ProcessFeed>> last = job.until(5 * SECOND);

        assertThat(last.getFirst()).allMatch(process -> process.life() == ProcessLife.GONE);
        assertThat(last.getFirst().getFirst().communicators()).noneMatch(CommunicatorFeed::ended);
    }

    @Test
    void keepsTheSameOperationsOnAllRanks() {
        Scenario scenario = Examples.named("healthy").withSteps(STEPS);
        Map<String, Set<Integer>> ranksOf = new HashMap<>();
        long[] calls = new long[1];
        each(scenario, FeedSettings.of("7", "a").withSampling(2), process -> {
            process.communicators()
                    .forEach(communicator -> communicator.series().forEach(series -> calls[0] += series.calls()));
            eachRecord(
                    process,
                    (communicator, c, i) -> ranksOf.computeIfAbsent(
                                    communicator.identity().id() + " " + c.function() + " " + c.sequence()[i],
                                    _ -> new HashSet<>())
                            .add(communicator.identity().commRank().orElseThrow()));
        });
        Cluster cluster = Cluster.of(scenario);
        ranksOf.forEach((key, seen) -> assertThat(seen).as(key).hasSize(ranks(cluster, key.substring(0, 16))));
        double share = ranksOf.values().stream().mapToInt(Set::size).sum() / (double) calls[0];
        assertThat(share).isBetween(0.5 / Sampling.scale(2), 2.0 / Sampling.scale(2));
    }

    @Test
    void countsRecordsThatWereOverwritten() {
        long[] lost = new long[1];
        Map<String, Sums> told = new HashMap<>();
        each(
                Examples.named("healthy").withSteps(STEPS),
                FeedSettings.of("7", "a").losing(0.3),
                process -> {
                    lost[0] += process.losses().getOrDefault("overwritten", 0L);
                    process.communicators().forEach(communicator -> add(communicator, told));
                });

        long calls = told.values().stream().mapToLong(sums -> sums.calls).sum();
        long records = told.values().stream().mapToLong(sums -> sums.records).sum();
        assertThat(lost[0]).isEqualTo(calls - records).isBetween(calls / 4, calls / 3);
    }

    @Test
    void numbersTheBatchesOfEachAgent() {
        NodeAgents agents = new NodeAgents(3, 1);
        List<NodeFeed> first = agents.batches(SECOND, List.of(List.of(), List.of()));
        List<NodeFeed> second = agents.batches(2 * SECOND, List.of(List.of(), List.of()));

        assertThat(first).extracting(NodeFeed::batch).containsExactly(1L, 1L);
        assertThat(second).extracting(NodeFeed::batch).containsExactly(2L, 2L);
        assertThat(second.getFirst().monotonicNanos() - first.getFirst().monotonicNanos())
                .isEqualTo(SECOND);
        assertThat(first.getFirst().monotonicNanos())
                .isNotEqualTo(first.getLast().monotonicNanos());
        assertThat(first.getFirst().sampling()).isEqualTo(1);
    }

    @Test
    void holdsAFewStepsHoweverLongTheJobIs() {
        Scenario scenario = ScenarioFile.parse("long", List.of("steps: 1000000", "compute.forward: 20ms"));
        JobFeed job = new JobFeed(scenario, FeedSettings.of("7", "a"));
        for (long now = SECOND; now <= 20 * SECOND; now += SECOND) {
            job.until(now);

            assertThat(job.openGroups()).isLessThan(16 * 3 * 60);
        }
    }

    private interface RecordSink {
        void take(CommunicatorFeed communicator, OperationColumns columns, int record);
    }

    private static void eachRecord(ProcessFeed process, RecordSink sink) {
        for (CommunicatorFeed communicator : process.communicators()) {
            for (OperationColumns columns : communicator.operations()) {
                for (int i = 0; i < columns.count(); i++) {
                    sink.take(communicator, columns, i);
                }
            }
        }
    }

    private static void each(Scenario scenario, FeedSettings settings, Consumer<ProcessFeed> sink) {
        JobFeed job = new JobFeed(scenario, settings);
        for (long now = SECOND; !job.isOver(); now += SECOND) {
            job.until(now).forEach(processes -> processes.forEach(sink));
        }
    }

    private static List<OperationRun> operations(Cluster cluster) {
        Timeline timeline = new Timeline(cluster);
        Operations operations = new Operations(cluster);
        List<OperationRun> all = new ArrayList<>();
        for (Optional<StepRun> step = timeline.next(); step.isPresent(); step = timeline.next()) {
            step.get().byRank().forEach(runs -> runs.forEach(run -> all.addAll(operations.of(run))));
        }
        return all;
    }

    private static String key(OperationRun operation) {
        return operation.group().launch().communicator().id().substring(2) + " "
                + operation.group().rank() + " " + operation.ordinal();
    }

    private static void add(CommunicatorFeed communicator, Map<String, Sums> told) {
        String who = communicator.identity().worldRank().orElseThrow() + " "
                + communicator.identity().id();
        communicator.series().forEach(series -> {
            Sums sums = told.computeIfAbsent(who + " " + series.key().function(), _ -> new Sums());
            sums.calls += series.calls();
            sums.bytes += series.sizeBytes();
            sums.timed += series.timedCalls();
            sums.nanos += series.durationNanos();
        });
        communicator
                .operations()
                .forEach(columns -> told.computeIfAbsent(who + " " + columns.function(), _ -> new Sums()).records +=
                        columns.count());
    }

    private static void add(OperationRun operation, Cluster cluster, Map<String, Sums> truth) {
        int rank = operation.group().rank();
        String key = rank + " " + operation.group().launch().communicator().id().substring(2) + " "
                + operation.call().function();
        Sums sums = truth.computeIfAbsent(key, _ -> new Sums());
        sums.calls++;
        sums.bytes += operation.sizeBytes();
        sums.records++;
        if (!operation.isToSelf()) {
            GpuClock clock = GpuClock.of(cluster, rank, NodeAgents.EPOCH_NANOS);
            sums.timed++;
            sums.nanos += clock.at(operation.endNanos().orElseThrow())
                    - clock.at(operation.startNanos().orElseThrow());
        }
    }

    private static void add(ChannelCounters channel, Map<Integer, long[]> told) {
        long[] sums = told.computeIfAbsent(channel.channel(), _ -> new long[4]);
        sums[0] += channel.operations();
        sums[1] += channel.startLagNanos();
        sums[2] += channel.stopLagNanos();
        sums[3] += channel.busyNanos();
    }

    private static ProcessFeed at(JobFeed job, long now, int rank) {
        return job.until(now).stream()
                .flatMap(List::stream)
                .filter(process -> process.communicators()
                                .getFirst()
                                .identity()
                                .worldRank()
                                .orElseThrow()
                        == rank)
                .findFirst()
                .orElseThrow();
    }

    private static CommunicatorFeed communicator(ProcessFeed process, String name) {
        return process.communicators().stream()
                .filter(communicator -> communicator.identity().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static int ranks(Cluster cluster, String id) {
        return cluster.communicators().all().stream()
                .filter(communicator -> communicator.id().endsWith(id))
                .findFirst()
                .orElseThrow()
                .ranks();
    }
}
