// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads a source that waits for others, a network or a file system that hangs, on a thread of its own. Whoever reads
/// this gets at once what the last finished reading gave, so that nothing of the agent waits with it.
public final class AsideSource implements Source {
    /// A reading that takes so long has failed, until it ends.
    static final Duration SLOW = Duration.ofSeconds(30);

    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    private final Source source;
    private final ExecutorService worker;
    private @Nullable Future<Reading> running;
    private Instant since = Instant.EPOCH;
    private Reading last = new Reading.Absent("not read yet");

    /// Reads that source, and owns it.
    public AsideSource(Source source) {
        this.source = source;
        this.worker = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("lockstep-" + source.name()).factory());
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public Reading read(Instant now) {
        Future<Reading> before = running;
        if (before == null || before.isDone()) {
            last = before == null ? last : result(before);
            running = worker.submit(() -> source.read(now));
            since = now;
            return last;
        }
        Duration took = Duration.between(since, now);
        return took.compareTo(SLOW) < 0
                ? last
                : new Reading.Failed("a reading hangs since " + took.toSeconds()
                        + " s: look whether the file system or the host that it reads answers");
    }

    private static Reading result(Future<Reading> finished) {
        try {
            return finished.get();
        } catch (ExecutionException mistake) {
            return new Reading.Failed("a mistake in Lockstep, please report it: " + mistake.getCause());
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return new Reading.Absent("it is being closed");
        }
    }

    /// Leaves a reading that hangs to itself.
    @Override
    public void close() {
        worker.execute(source::close);
        worker.shutdown();
        try {
            if (!worker.awaitTermination(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException asked) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
