// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.config.BrainConfig;
import dev.lockstep.agent.sharedmemory.Host;
import dev.lockstep.agent.sharedmemory.SharedMemoryConfig;
import dev.lockstep.agent.sharedmemory.SharedMemorySource;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From the shared-memory file to a brain: what arrives adds up to what happened.
class BrainLinkTest {
    private static final String BOOT = "0f0f0f0f-1111-4222-8333-444444444444";
    private static final long WORLD = 0x9f31c2d4e5a60718L;
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 2);

    @TempDir
    private Path directory;

    private Path shm;
    private Path spool;
    private ShmWriter job;
    private int communicator;
    private long gpuNanos = 1_000_000_000;
    private long nowNanos = 5_000_000_000L;
    private int run;
    private BrainDouble brain;
    private final List<AutoCloseable> open = new ArrayList<>();
    private BrainLink link;
    private SharedMemorySource source;

    @BeforeEach
    @SuppressWarnings("NullAway.Init") // Each test starts the link itself.
    void startJobAndBrain() throws IOException {
        shm = Files.createDirectory(directory.resolve("shm"));
        spool = directory.resolve("spool");
        job = ShmWriter.create(
                shm.resolve("0-7-1-1-0.lockstep"),
                ProcessFacts.of(7).onBoot(BOOT).asRank(3, 16).with("SLURM_JOB_ID", "42"),
                ShmCapacities.SMALL);
        open.add(job);
        communicator = job.communicator(CommunicatorSpec.of(WORLD, 16, 3).named("default_pg"));
        job.state(ShmProcessState.LIVE);
        brain = BrainDouble.start();
        open.add(brain);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private void startAgent(URI... brains) {
        BrainConfig config = new BrainConfig(List.of(brains), Optional.empty(), Optional.empty(), Optional.of(spool));
        link = BrainLink.start(
                config, new BrainLink.Surroundings("node-a", BOOT, Instant::now, () -> nowNanos, () -> 0));
        Host host = new Host(ownUserId(), BOOT, GpuIndex.UNKNOWN);
        source = new SharedMemorySource(
                new SharedMemoryConfig(
                        List.of(shm), SharedMemoryConfig.Depth.DIRECTORY, Duration.ofMinutes(2), "node-a"),
                host,
                () -> nowNanos,
                link.listener(),
                Optional.empty());
        open.add(link);
        open.add(source);
    }

    private int ownUserId() {
        try {
            return (Integer) Files.getAttribute(shm, "unix:uid");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Runs operations, each 1 ms long and 2 ms behind the one before.
    private void runOperations(int count) {
        for (int i = 0; i < count; i++) {
            gpuNanos += 3_000_000;
            job.run(communicator, ALL_REDUCE.numbered(run++).enqueuedAt(nowNanos), gpuNanos, 1_000_000);
            job.channel(communicator, 0, 10, 20, 1_000_000);
        }
    }

    private void readSource() {
        nowNanos += 1_000_000_000;
        source.read(Instant.EPOCH.plusNanos(nowNanos));
    }

    private static Stream<CommunicatorFeed> communicators(List<NodeFeed> feeds) {
        return feeds.stream()
                .flatMap(feed -> feed.processes().stream())
                .flatMap(process -> process.communicators().stream());
    }

    private static long calls(List<NodeFeed> feeds) {
        return communicators(feeds)
                .flatMap(each -> each.series().stream())
                .mapToLong(SeriesDelta::calls)
                .sum();
    }

    private static List<Long> sequences(List<NodeFeed> feeds) {
        List<Long> sequences = new ArrayList<>();
        communicators(feeds).flatMap(each -> each.operations().stream()).forEach(columns -> {
            for (int i = 0; i < columns.count(); i++) {
                sequences.add(columns.sequence()[i]);
            }
        });
        return sequences;
    }

    private static List<Long> upTo(int count) {
        return Stream.iterate(0L, i -> i + 1).limit(count).toList();
    }

    @Test
    void tellsAllThatHappenedAndNothingTwice() throws InterruptedException {
        startAgent(brain.address());
        runOperations(10);
        readSource();
        readSource();
        runOperations(5);
        readSource();

        List<NodeFeed> feeds = brain.next(3);

        assertThat(feeds).extracting(NodeFeed::batch).containsExactly(1L, 2L, 3L);
        assertThat(feeds).extracting(feed -> calls(List.of(feed))).containsExactly(10L, 0L, 5L);
        assertThat(sequences(feeds)).isEqualTo(upTo(15));
        List<SeriesDelta> series =
                communicators(feeds).flatMap(each -> each.series().stream()).toList();
        assertThat(series.stream().mapToLong(SeriesDelta::sizeBytes).sum()).isEqualTo(15L << 20);
        assertThat(series.stream().mapToLong(SeriesDelta::durationNanos).sum()).isEqualTo(15_000_000);
        List<ChannelCounters> channels =
                communicators(feeds).flatMap(each -> each.channels().stream()).toList();
        assertThat(channels.stream().mapToLong(ChannelCounters::operations).sum())
                .isEqualTo(15);
        assertThat(communicators(feeds).mapToLong(CommunicatorFeed::busyNanos).sum())
                .isEqualTo(15_000_000);
    }

    @Test
    void saysWhoAndHowFar() throws InterruptedException {
        startAgent(brain.address());
        runOperations(4);
        int slot = job.enqueue(communicator, ALL_REDUCE.numbered(4).enqueuedAt(nowNanos));
        job.startChannel(slot, 0, gpuNanos + 5_000_000);
        job.enqueue(communicator, ALL_REDUCE.numbered(5).enqueuedAt(nowNanos));
        readSource();

        ProcessFeed process = brain.next().processes().getFirst();

        assertThat(process.life()).isEqualTo(ProcessLife.RUNNING);
        assertThat(process.jobId()).isEqualTo("42");
        assertThat(process.incarnation())
                .hasValueSatisfying(life -> assertThat(life).endsWith("/9f31c2d4e5a60718"));
        CommunicatorFeed told = process.communicators().getFirst();
        assertThat(told.identity().id()).isEqualTo("9f31c2d4e5a60718");
        assertThat(told.identity().worldRank()).hasValue(3);
        assertThat(told.progress().enqueued()).hasValue(5);
        assertThat(told.progress().started()).hasValue(4);
        assertThat(told.progress().finished()).hasValue(3);
        assertThat(told.progress().inFlight()).isEqualTo(2);
        assertThat(told.inFlight()).extracting(each -> each.ageNanos()).containsOnly(1_000_000_000L);
    }

    @Test
    void tellsHowLongTheGpuWasIdle() throws InterruptedException {
        startAgent(brain.address());
        runOperations(3);
        readSource();

        OperationColumns columns = communicators(List.of(brain.next()))
                .flatMap(each -> each.operations().stream())
                .findFirst()
                .orElseThrow();

        assertThat(columns.idleNanos()).startsWith(OperationColumns.NONE, 2_000_000, 2_000_000);
        assertThat(columns.durationNanos(1)).isEqualTo(1_000_000);
        assertThat(columns.isTimed(1)).isTrue();
    }

    @Test
    void countsAnOperationAsBusyThoughItIsNoticedLate() throws InterruptedException {
        startAgent(brain.address());
        run(0, 1);
        run(60, 1);
        run(10, 45);
        readSource();

        OperationColumns columns = communicators(List.of(brain.next()))
                .flatMap(each -> each.operations().stream())
                .findFirst()
                .orElseThrow();

        assertThat(columns.idleNanos()).startsWith(OperationColumns.NONE, 5_000_000, 9_000_000);
    }

    private void run(long startMillis, long millis) {
        job.run(
                communicator,
                ALL_REDUCE.numbered(run++).enqueuedAt(nowNanos),
                gpuNanos + startMillis * 1_000_000,
                millis * 1_000_000);
    }

    @Test
    void tellsTheSampleThatTheBrainAsksFor() throws InterruptedException {
        startAgent(brain.address());
        brain.wantSampling(2);
        do {
            readSource();
        } while (brain.next().sampling() != 2);
        runOperations(60);
        readSource();

        NodeFeed feed = brain.next();

        assertThat(feed.sampling()).isEqualTo(2);
        assertThat(calls(List.of(feed))).isEqualTo(60);
        assertThat(sequences(List.of(feed)))
                .isEqualTo(upTo(60).stream()
                        .filter(number -> Sampling.keeps(WORLD, NcclFunction.ALL_REDUCE, number, 2))
                        .toList());
    }

    @Test
    void keepsBatchesWhileTheBrainIsAway() throws Exception {
        URI address = brain.address();
        startAgent(address);
        runOperations(3);
        readSource();
        List<NodeFeed> feeds = new ArrayList<>(brain.next(1));
        brain.close();
        runOperations(4);
        readSource();
        runOperations(5);
        readSource();

        brain = BrainDouble.startAt(address);
        open.add(brain);
        while (distinct(feeds).size() < 3) {
            feeds.add(brain.next());
        }

        assertThat(distinct(feeds)).extracting(NodeFeed::batch).containsExactly(1L, 2L, 3L);
        assertThat(calls(distinct(feeds))).isEqualTo(12);
    }

    @Test
    void goesOnWhereAnAgentBeforeItStood() throws Exception {
        URI address = brain.address();
        startAgent(address);
        runOperations(3);
        readSource();
        List<NodeFeed> feeds = new ArrayList<>(brain.next(1));
        brain.close();
        runOperations(4);
        readSource();
        source.close();
        link.close();
        runOperations(5);

        startAgent(address);
        readSource();
        brain = BrainDouble.startAt(address);
        open.add(brain);
        while (sequences(distinct(feeds)).size() < 12) {
            feeds.add(brain.next());
        }

        assertThat(calls(distinct(feeds))).isEqualTo(12);
        assertThat(sequences(distinct(feeds))).isEqualTo(upTo(12));
    }

    /// Another double does not know what the one before it took: a brain would.
    private static List<NodeFeed> distinct(List<NodeFeed> feeds) {
        List<NodeFeed> once = new ArrayList<>();
        for (NodeFeed feed : feeds) {
            if (once.stream().noneMatch(each -> each.agent().equals(feed.agent()) && each.batch() == feed.batch())) {
                once.add(feed);
            }
        }
        return once;
    }

    @Test
    void feedsTwoBrainsAlike() throws Exception {
        try (BrainDouble other = BrainDouble.start()) {
            startAgent(brain.address(), other.address());
            runOperations(3);
            readSource();
            runOperations(4);
            readSource();

            assertThat(calls(brain.next(2))).isEqualTo(7);
            assertThat(calls(other.next(2))).isEqualTo(7);
        }
    }

    @Test
    void saysThatAProcessIsGone() throws Exception {
        startAgent(brain.address());
        runOperations(2);
        readSource();
        brain.next();
        runOperations(1);
        open.remove(job);
        job.close();
        readSource();
        readSource();

        List<NodeFeed> feeds = brain.next(2);

        assertThat(feeds).extracting(feed -> feed.processes().getFirst().life()).containsOnly(ProcessLife.GONE);
        assertThat(calls(feeds)).isEqualTo(1);
        assertThat(feeds.getLast().processes().getFirst().jobId()).isEqualTo("42");
    }

    @Test
    void saysThatAProcessEndedWell() throws Exception {
        startAgent(brain.address());
        runOperations(2);
        readSource();
        brain.next();
        job.closeCommunicator(communicator);
        job.state(ShmProcessState.CLOSED);
        readSource();

        assertThat(brain.next().processes().getFirst().life()).isEqualTo(ProcessLife.ENDED);
    }
}
