// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/// Writes batches as docs/wire-format.md says. One batch always gives the same bytes.
public final class FeedEncoder {
    private final WireWriter body = new WireWriter();
    private final StringsWriter strings = new StringsWriter();
    private final CommunicatorEncoder communicators = new CommunicatorEncoder(body, strings);

    private FeedEncoder() {}

    /// The bytes of a batch, header and checksum included, not deflated.
    ///
    /// @throws IllegalArgumentException if it is over {@link WireLimits}, or counts something less than nothing
    public static byte[] encode(NodeFeed feed) {
        FeedEncoder encoder = new FeedEncoder();
        encoder.batch(feed);
        encoder.losses(feed.losses());
        HardwareCoder.write(encoder.body, encoder.strings, feed.hardware());
        checkLimit(feed.processes().size(), WireLimits.PROCESSES_MAX, "processes");
        feed.processes().forEach(encoder::process);
        return encoder.finish();
    }

    static void checkLimit(int count, int limit, String what) {
        if (count > limit) {
            throw new IllegalArgumentException(count + " " + what + ", at most " + limit);
        }
    }

    private void batch(NodeFeed feed) {
        int begun = body.begin(WireLayout.BATCH);
        body.varint(strings.numberOf(feed.node()));
        body.varint(strings.numberOf(feed.agent()));
        body.count(feed.batch(), "batch number");
        body.zigzag(feed.wallNanos());
        body.zigzag(feed.monotonicNanos());
        body.count(feed.sampling(), "sampling");
        body.end(begun);
    }

    private void losses(Map<String, Long> losses) {
        if (losses.isEmpty()) {
            return;
        }
        checkLimit(losses.size(), WireLimits.LOSSES_MAX, "reasons of losses");
        int begun = body.begin(WireLayout.LOSSES);
        body.varint(losses.size());
        new TreeMap<>(losses).forEach((reason, count) -> {
            body.varint(strings.numberOf(reason));
            body.count(count, "loss");
        });
        body.end(begun);
    }

    private void process(ProcessFeed process) {
        int begun = body.begin(WireLayout.PROCESS);
        identity(process);
        losses(process.losses());
        for (CommunicatorFeed communicator : process.communicators()) {
            communicators.write(communicator);
        }
        body.end(begun);
    }

    private void identity(ProcessFeed process) {
        ProcessKey key = process.key();
        int begun = body.begin(WireLayout.PROCESS_IDENTITY);
        body.varint(strings.numberOf(key.bootId()));
        body.zigzag(key.processId());
        body.zigzag(key.startTicks());
        body.uint8(WireCodes.of(process.life()));
        body.varint(strings.numberOf(process.jobId()));
        body.varint(strings.numberOf(process.incarnation()));
        body.optional(process.worldSize());
        body.varint(strings.numberOf(process.ncclVersion()));
        body.end(begun);
    }

    private byte[] finish() {
        WireWriter texts = new WireWriter();
        strings.writeTo(texts);
        int length = WireLayout.HEADER_BYTES + texts.size() + body.size();
        checkLimit(length, WireLimits.BATCH_BYTES_MAX, "bytes of a batch");
        byte[] bytes = new byte[length];
        texts.copyInto(bytes, WireLayout.HEADER_BYTES);
        body.copyInto(bytes, WireLayout.HEADER_BYTES + texts.size());
        WireWriter.put32(bytes, WireLayout.MAGIC_AT, (int) WireLayout.MAGIC);
        WireWriter.put32(bytes, WireLayout.MAGIC_AT + Integer.BYTES, (int) (WireLayout.MAGIC >>> Integer.SIZE));
        WireWriter.put32(bytes, WireLayout.MINOR_AT, WireLayout.VERSION_MAJOR << 16 | WireLayout.VERSION_MINOR);
        WireWriter.put32(bytes, WireLayout.BYTES_AT, length);
        WireWriter.put32(bytes, WireLayout.CHECKSUM_AT, checksum(bytes, 0, length));
        return bytes;
    }

    /// Of what follows the header.
    static int checksum(byte[] bytes, int from, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from + WireLayout.HEADER_BYTES, length - WireLayout.HEADER_BYTES);
        return (int) checksum.getValue();
    }
}
