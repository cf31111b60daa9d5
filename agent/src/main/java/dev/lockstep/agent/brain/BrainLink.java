// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain;

import dev.lockstep.agent.brain.send.BackOff;
import dev.lockstep.agent.brain.send.BrainSender;
import dev.lockstep.agent.brain.send.HttpPostman;
import dev.lockstep.agent.brain.spool.Outbox;
import dev.lockstep.agent.brain.spool.SpoolLimits;
import dev.lockstep.agent.brain.told.FeedAssembler;
import dev.lockstep.agent.config.BrainConfig;
import dev.lockstep.agent.log.EventLog;
import dev.lockstep.agent.sharedmemory.ProcessListener;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.wire.FeedDecoder;
import dev.lockstep.core.wire.WireException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/// The whole link: {@link #listener} makes a batch of each reading, on the thread that reads; one thread a brain sends.
/// Between them lies the outbox. Records are told by the smallest k that a brain asks for.
public final class BrainLink implements AutoCloseable {
    private static final Logger LOG = System.getLogger(BrainLink.class.getName());
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    private final Outbox outbox;
    private final FeedAssembler assembler;
    private final List<BrainSender> senders = new ArrayList<>();
    private final List<Thread> threads;

    /// Where and when: `bootId` is that of the machine, `chance` gives numbers from 0 to 1.
    public record Surroundings(
            String node, String bootId, InstantSource wall, LongSupplier monotonicNanos, DoubleSupplier chance) {}

    private BrainLink(BrainConfig config, Surroundings where) {
        outbox = Outbox.open(config.urls().size(), config.spool(), SpoolLimits.USUAL);
        String agent = where.bootId() + "-" + where.monotonicNanos().getAsLong();
        assembler = new FeedAssembler(
                where.node(), agent, past(), this::sampling, batch -> outbox.add(batch.bytes(), batch.total()));
        restore();
        for (URI brain : config.urls()) {
            senders.add(sender(config, brain, where));
        }
        threads = IntStream.range(0, senders.size())
                .mapToObj(i ->
                        Thread.ofPlatform().name("lockstep-brain-" + i).daemon().start(senders.get(i)))
                .toList();
    }

    /// Starts to send; what waits on disk is sent first.
    public static BrainLink start(BrainConfig config, Surroundings where) {
        return new BrainLink(config, where);
    }

    private BrainSender sender(BrainConfig config, URI brain, Surroundings where) {
        try {
            return new BrainSender(
                    senders.size(),
                    brain.getAuthority(),
                    outbox,
                    new HttpPostman(brain, config.tokenFile(), config.tls()),
                    new BackOff(where.chance()),
                    new BrainSender.Clock(where.monotonicNanos(), new EventLog(LOG, where.wall())));
        } catch (IOException notHttp) {
            throw new UncheckedIOException("the settings were checked and let it through: " + brain, notHttp);
        }
    }

    private FeedAssembler.Past past() {
        boolean nobodyBefore = outbox.isDurable() && outbox.counts().batches() == 0;
        return nobodyBefore || outbox.restoredTotal().length > 0
                ? FeedAssembler.Past.TOLD
                : FeedAssembler.Past.LEFT_OUT;
    }

    private void restore() {
        byte[] total = outbox.restoredTotal();
        if (total.length == 0) {
            return;
        }
        try {
            assembler.restore(FeedDecoder.decode(total, 0, total.length));
        } catch (WireException damaged) {
            LOG.log(Level.WARNING, "event=brain_spool_damaged reason=\"{0}\"", damaged.getMessage());
            assembler.leaveOutPast();
        }
    }

    private int sampling() {
        return senders.stream().mapToInt(BrainSender::sampling).min().orElse(0);
    }

    /// Who must be told of readings.
    public ProcessListener listener() {
        return assembler;
    }

    /// The hardware of the node was read. Any thread may say it.
    public void tell(List<HardwareFact> facts) {
        assembler.see(facts);
    }

    /// What was done and what waits.
    public BrainCounts counts() {
        return new BrainCounts(senders.stream().map(BrainSender::counts).toList(), outbox.counts(), assembler.counts());
    }

    /// Stops to send; what waits stays in the spool.
    @Override
    public void close() {
        outbox.close();
        try {
            for (Thread thread : threads) {
                if (!thread.join(CLOSE_MAX)) {
                    thread.interrupt();
                }
            }
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }
}
