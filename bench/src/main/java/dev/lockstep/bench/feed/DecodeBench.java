// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.feed;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.wire.FeedDecoder;
import dev.lockstep.core.wire.FeedDeflater;
import dev.lockstep.core.wire.FeedEncoder;
import dev.lockstep.core.wire.WireException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/// How many records and heartbeats one thread reads and writes in a second of processor time, deflated and not.
public final class DecodeBench {
    private static final int ROUNDS = 9;
    private static final int AT_ONCE = 8;
    private static final long ROUND_NANOS = 200_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private DecodeBench() {}

    /// Reads or writes a batch once.
    private interface Work {
        void run() throws WireException;
    }

    /// No arguments.
    public static void main(String[] arguments) throws WireException {
        measure("8,016 records", new PlayedFeeds(128, 334, 1).batch(3, 1), 8_016);
        measure("heartbeat without records, 8 ranks, 24 communicators", new PlayedFeeds(128, 0, 1).batch(3, 1), 1);
    }

    private static void measure(String what, NodeFeed feed, int units) throws WireException {
        byte[] bytes = FeedEncoder.encode(feed);
        byte[] deflated = FeedDeflater.deflate(bytes);
        System.out.println("%s: %d bytes, deflated %d".formatted(what, bytes.length, deflated.length));
        report("decode", units, () -> FeedDecoder.decode(bytes, 0, bytes.length));
        report("inflate and decode", units, () -> {
            byte[] inflated = FeedDeflater.inflate(deflated, 0, deflated.length);
            FeedDecoder.decode(inflated, 0, inflated.length);
        });
        report("encode", units, () -> FeedEncoder.encode(feed));
        report("encode and deflate", units, () -> FeedDeflater.deflate(FeedEncoder.encode(feed)));
    }

    private static void report(String what, int units, Work work) throws WireException {
        double[] rates = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            rates[round] = units * batchesASecond(work);
        }
        Arrays.sort(rates);
        System.out.println("  %-20s %,15.0f a second of CPU (median of %d, best %,.0f)"
                .formatted(what, rates[ROUNDS / 2], ROUNDS, rates[ROUNDS - 1]));
    }

    private static double batchesASecond(Work work) throws WireException {
        long begun = THREADS.getCurrentThreadCpuTime();
        long done = 0;
        long now = begun;
        while (now - begun < ROUND_NANOS) {
            for (int i = 0; i < AT_ONCE; i++) {
                work.run();
            }
            done += AT_ONCE;
            now = THREADS.getCurrentThreadCpuTime();
        }
        return done * 1e9 / (now - begun);
    }
}
