// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.agent.brain.BrainLink;
import dev.lockstep.agent.brain.told.HardwareFacts;
import dev.lockstep.agent.compat.InspectorGauges;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.exposition.BuildIdentity;
import dev.lockstep.agent.exposition.Exposition;
import dev.lockstep.agent.http.AgentServer;
import dev.lockstep.agent.http.HealthCheck;
import dev.lockstep.agent.poll.Clocks;
import dev.lockstep.agent.poll.PollLoop;
import dev.lockstep.agent.poll.PollRules;
import dev.lockstep.agent.poll.PolledSource;
import dev.lockstep.agent.snapshot.AgentUsage;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.source.Source;
import dev.lockstep.agent.trouble.KnownJobs;
import dev.lockstep.agent.usage.UsageMeter;
import dev.lockstep.core.model.trouble.Trouble;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// One agent: it reads the node's sources and serves what they say. A process may hold several of them.
///
/// Threads: one reads shared memory, one files, one the hardware, one logs of jobs, one sends to each brain, each
/// request has its own; all they share is one immutable snapshot, and the batches that wait for a brain.
public final class Agent implements AutoCloseable {
    private final List<String> sourceNames;
    private final UsageMeter usage;
    private final AtomicReference<NodeSnapshot> latest;
    private final InspectorGauges inspectorGauges = new InspectorGauges();
    private final boolean servesInspectorGauges;
    private final CountDownLatch allRead = new CountDownLatch(1);
    private final AgentServer server;
    private final List<PollLoop> loops;
    private final Optional<BrainLink> brain;
    private final KnownJobs jobs;
    private final Map<String, List<Trouble>> toldTroubles = new ConcurrentHashMap<>();

    /// The whole wiring.
    private Agent(AgentConfig config, AgentSources sources, UsageMeter usage, Clocks clocks) throws IOException {
        this.usage = usage;
        brain = sources.brain();
        jobs = sources.troubles().jobs();
        servesInspectorGauges = config.serving().inspectorGauges();
        sourceNames = sources.all().map(Source::name).toList();
        latest = new AtomicReference<>(
                NodeSnapshot.starting(config.node(), clocks.wall().instant(), sourceNames));
        server = AgentServer.start(
                config,
                latest::get,
                new Exposition(
                        BuildIdentity.running(),
                        usage,
                        new Exposition.Counts(sources::spoolCounts, sources::brainCounts),
                        inspectorGauges::latest),
                health(config.reading(), sources),
                clocks.wall());
        Duration interval = config.reading().pollInterval();
        loops = Stream.of(
                        read(sources.memory(), interval, config, clocks),
                        read(sources.files(), interval, config, clocks),
                        read(sources.hardware(), config.reading().hardware().interval(), config, clocks),
                        read(sources.troubles().sources(), interval, config, clocks))
                .flatMap(Optional::stream)
                .toList();
    }

    private static HealthCheck health(AgentConfig.Reading reading, AgentSources sources) {
        HealthCheck check = HealthCheck.every(reading.pollInterval());
        return sources.hardware().isEmpty()
                ? check
                : check.andEvery(reading.hardware().interval());
    }

    /// Starts an agent over the sources that its configuration names. It serves at once and reads at once.
    /// `monotonicNanos` is the host's CLOCK_MONOTONIC, on which ages of operations and graces count.
    ///
    /// @throws IOException if the address cannot be had
    public static Agent start(AgentConfig config, InstantSource clock, LongSupplier monotonicNanos) throws IOException {
        Clocks clocks = new Clocks(clock, monotonicNanos);
        return start(config, AgentSources.of(config, clocks), UsageMeter.ofThisProcess(), clocks);
    }

    /// The same over these sources, which it then owns: it closes them, also if it cannot start.
    static Agent start(AgentConfig config, AgentSources sources, UsageMeter usage, Clocks clocks) throws IOException {
        try {
            return new Agent(config, sources, usage, clocks);
        } catch (IOException refused) {
            sources.all().forEach(Source::close);
            sources.brain().ifPresent(BrainLink::close);
            throw refused;
        }
    }

    private Optional<PollLoop> read(List<PolledSource> sources, Duration interval, AgentConfig config, Clocks clocks) {
        if (sources.isEmpty()) {
            return Optional.empty();
        }
        String thread = "lockstep-" + sources.getFirst().source().name();
        PollRules rules = new PollRules(interval, config.grace(), config.seriesPerGpu());
        return Optional.of(PollLoop.start(thread, sources, rules, clocks, this::publish));
    }

    /// Whether jobs told of something since the source was read before.
    private boolean isNews(SourceSnapshot newer) {
        return !newer.troubles().isEmpty()
                && !Objects.equals(newer.troubles(), toldTroubles.put(newer.name(), newer.troubles()));
    }

    private static List<Trouble> troubles(NodeSnapshot now) {
        return now.sources().stream()
                .flatMap(source -> source.troubles().stream())
                .toList();
    }

    private void publish(SourceSnapshot newer) {
        AgentUsage used = usage.read();
        NodeSnapshot now = latest.updateAndGet(
                snapshot -> snapshot.with(newer, sourceNames).using(used));
        if (servesInspectorGauges) {
            inspectorGauges.update(now);
        }
        jobs.see(now.sources().stream()
                .flatMap(source -> source.processes().stream())
                .toList());
        if (!newer.devices().isEmpty() || isNews(newer)) {
            brain.ifPresent(link -> link.tell(HardwareFacts.of(
                    now.sources().stream().map(SourceSnapshot::devices).toList(), troubles(now))));
        }
        if (now.pending().isEmpty()) {
            allRead.countDown();
        }
    }

    /// The last snapshot; another one replaces it about once an interval.
    public NodeSnapshot snapshot() {
        return latest.get();
    }

    /// The address it serves on, with the port it was given.
    public InetSocketAddress address() {
        return server.address();
    }

    /// `https` if a web configuration file asks for it, otherwise `http`.
    public String scheme() {
        return server.scheme();
    }

    /// Waits until every source was read once, and says whether that was so in time.
    public boolean awaitFirstReading(Duration atMost) throws InterruptedException {
        return allRead.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Stops to serve, then to read, then to send.
    @Override
    public void close() {
        server.close();
        loops.forEach(PollLoop::close);
        brain.ifPresent(BrainLink::close);
    }
}
