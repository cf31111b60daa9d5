// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.agent.flight.Moment;
import dev.lockstep.agent.sharedmemory.ProcessListener;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.time.EpochNanos;
import dev.lockstep.core.wire.FeedEncoder;
import dev.lockstep.core.wire.WireLimits;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.ring.RingEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/// Makes a batch of each reading. The thread that reads shared memory uses it; the counts may be read by any.
public final class FeedAssembler implements ProcessListener {
    private final String node;
    private final String agent;
    private final IntSupplier sampling;
    private final Consumer<Batch> sink;
    private final BatchRoom room = new BatchRoom();
    private final Map<ProcessKey, ToldProcess> processes = new LinkedHashMap<>();
    private final AtomicReference<Counts> counts = new AtomicReference<>(new Counts(0, 0, 0, 0));
    private final AtomicReference<List<HardwareFact>> hardware = new AtomicReference<>(List.of());
    private List<ProcessFeed> feeds = new ArrayList<>();
    private Past past;
    private long number;
    private long unwritable;

    /// A batch in bytes, and all that was told with it in the same form: what the next agent begins with.
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Batch(long number, byte[] bytes, byte[] total) {}

    /// Whether the past of processes that were there before this agent is told.
    public enum Past {
        /// Nobody has told it.
        TOLD,
        /// An agent before this one may have, and left nothing that says how much.
        LEFT_OUT
    }

    /// Operations read from rings, those of them that were told, the k they were kept by, and batches that could not be
    /// written.
    public record Counts(long recordsSeen, long recordsTold, int sampling, long unwritable) {}

    /// `agent` names this life of the agent; `sampling` is the k that brains ask for; `sink` gets each batch.
    public FeedAssembler(String node, String agent, Past past, IntSupplier sampling, Consumer<Batch> sink) {
        this.node = node;
        this.agent = agent;
        this.past = past;
        this.sampling = sampling;
        this.sink = sink;
    }

    /// Goes on where an agent before this one stood.
    public void restore(NodeFeed total) {
        total.processes().forEach(process -> processes.put(process.key(), ToldProcess.of(process, room)));
    }

    /// An agent before this one left something that cannot be read.
    public void leaveOutPast() {
        past = Past.LEFT_OUT;
    }

    private ToldProcess told(ShmHeader header) {
        ProcessKey key = new ProcessKey(header.bootId(), header.processId(), header.startTicks());
        return processes.computeIfAbsent(key, each -> new ToldProcess(each, room));
    }

    @Override
    public Optional<Consumer<RingEntry>> operationsOf(ShmHeader process) {
        ProcessRecords records = told(process).records();
        return Optional.of(past == Past.LEFT_OUT ? records::skip : records::take);
    }

    @Override
    public void see(ShmHeader process, ProcessSnapshot snapshot, ProcessLife life) {
        ProcessFeed feed = told(process).tell(snapshot, life);
        if (past == Past.TOLD) {
            add(feed);
        }
    }

    @Override
    public void remember(ShmHeader process, ProcessLife life) {
        add(told(process).tellEnd(life));
    }

    private void add(ProcessFeed feed) {
        if (feeds.size() < WireLimits.PROCESSES_MAX) {
            feeds.add(feed);
        } else {
            room.lose("processes_over_limit", 1);
        }
    }

    /// Counts something that was lost between a batch and the brain, to be told with the next one.
    public void lose(String reason, long count) {
        if (count > 0) {
            room.lose(reason, count);
        }
    }

    /// What the hardware of the node was just seen to be, to be told with the next batch. Any thread may say it.
    public void see(List<HardwareFact> facts) {
        hardware.set(facts);
    }

    @Override
    public void finish(Moment now) {
        processes.values().removeIf(ToldProcess::isForgotten);
        NodeFeed feed = new NodeFeed(
                node,
                agent,
                ++number,
                EpochNanos.of(now.wall()),
                now.monotonicNanos(),
                room.sampling(),
                feeds,
                room.losses(),
                hardware.getAndSet(List.of()));
        write(feed);
        past = Past.TOLD;
        feeds = new ArrayList<>();
        processes.values().forEach(process -> process.records().clear());
        processes.values().forEach(ToldProcess::beginReading);
        counts.set(new Counts(room.recordsSeen(), room.recordsTold(), feed.sampling(), unwritable));
        room.begin(sampling.getAsInt());
    }

    /// What a job writes into its file cannot make a batch that breaks the limits; if it can nevertheless, it costs
    /// this batch and is counted.
    private void write(NodeFeed feed) {
        try {
            sink.accept(new Batch(number, FeedEncoder.encode(feed), FeedEncoder.encode(total(feed))));
        } catch (IllegalArgumentException overLimit) {
            unwritable++;
        }
    }

    private NodeFeed total(NodeFeed of) {
        return new NodeFeed(
                of.node(),
                of.agent(),
                of.batch(),
                of.wallNanos(),
                of.monotonicNanos(),
                of.sampling(),
                processes.values().stream().map(ToldProcess::total).toList(),
                new HashMap<>(),
                List.of());
    }

    /// What it has done so far.
    public Counts counts() {
        return counts.get();
    }
}
