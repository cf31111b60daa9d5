// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Sampling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Reads batches that anybody may have written: whatever the bytes are, there is a batch or a {@link
/// WireException}, and never more memory than the bytes that are there can fill.
public final class FeedDecoder {
    private static final int LOSS_BYTES = 2;

    private StringsReader strings = StringsReader.none();
    private CommunicatorDecoder communicators = new CommunicatorDecoder(strings);
    private Map<String, Long> losses = Map.of();
    private List<HardwareFact> hardware = List.of();
    private final List<ProcessFeed> processes = new ArrayList<>();

    /// What the section about the batch itself says.
    private record Batch(String node, String agent, long number, long wallNanos, long monotonicNanos, int sampling) {}

    /// What a section about a process itself says.
    private record Identity(
            ProcessKey key,
            ProcessLife life,
            String jobId,
            Optional<String> incarnation,
            OptionalInt worldSize,
            Optional<String> ncclVersion) {}

    private FeedDecoder() {}

    /// The batch in `length` bytes from `offset` on.
    ///
    /// @throws WireException if they are none
    public static NodeFeed decode(byte[] bytes, int offset, int length) throws WireException {
        checkHeader(bytes, offset, length);
        WireReader in = new WireReader(bytes, offset + WireLayout.HEADER_BYTES, offset + length);
        return new FeedDecoder().feed(in);
    }

    private static void checkHeader(byte[] bytes, int offset, int length) throws WireException {
        if (length < WireLayout.HEADER_BYTES || WireReader.int64(bytes, offset) != WireLayout.MAGIC) {
            throw new WireException(WireException.Reason.NOT_A_BATCH, "not a batch of Lockstep");
        }
        int version = WireReader.int32(bytes, offset + WireLayout.MINOR_AT);
        if (version >>> 16 != WireLayout.VERSION_MAJOR) {
            throw new WireException(
                    WireException.Reason.VERSION,
                    "version " + (version >>> 16) + "." + (version & 0xffff) + ", known is "
                            + WireLayout.VERSION_MAJOR);
        }
        if (length > WireLimits.BATCH_BYTES_MAX) {
            throw new WireException(
                    WireException.Reason.OVER_LIMIT, "more than " + WireLimits.BATCH_BYTES_MAX + " bytes");
        }
        int said = WireReader.int32(bytes, offset + WireLayout.BYTES_AT);
        if (said != length) {
            throw new WireException(
                    WireException.Reason.LENGTH, "says " + Integer.toUnsignedString(said) + " bytes and has " + length);
        }
        int checksum = WireReader.int32(bytes, offset + WireLayout.CHECKSUM_AT);
        if (checksum != FeedEncoder.checksum(bytes, offset, length)) {
            throw new WireException(WireException.Reason.CHECKSUM, "the checksum does not fit");
        }
    }

    private NodeFeed feed(WireReader in) throws WireException {
        @Nullable Batch batch = null;
        for (int type = in.nextSection(); type != 0; type = in.nextSection()) {
            WireReader inside = in.section();
            switch (type) {
                case WireLayout.STRINGS -> takeStrings(inside);
                case WireLayout.BATCH -> batch = batch(inside);
                case WireLayout.LOSSES -> losses = losses(inside);
                case WireLayout.HARDWARE -> hardware = HardwareCoder.read(inside, strings);
                case WireLayout.PROCESS -> processes.add(process(inside));
                default -> {} // Of a later minor version.
            }
        }
        if (batch == null) {
            throw WireException.malformed("no section about the batch");
        }
        return new NodeFeed(
                batch.node(),
                batch.agent(),
                batch.number(),
                batch.wallNanos(),
                batch.monotonicNanos(),
                batch.sampling(),
                processes,
                losses,
                hardware);
    }

    private void takeStrings(WireReader in) throws WireException {
        if (strings != StringsReader.none()) {
            throw WireException.malformed("two sections of texts");
        }
        strings = StringsReader.read(in);
        communicators = new CommunicatorDecoder(strings);
    }

    private Batch batch(WireReader in) throws WireException {
        Batch batch = new Batch(
                strings.required(in, "node"),
                strings.required(in, "agent"),
                in.count("batch number"),
                in.zigzag(),
                in.zigzag(),
                in.entries(Integer.MAX_VALUE, 0, "sampling"));
        if (batch.sampling() > Sampling.EXPONENT_MAX) {
            throw WireException.malformed("sampling " + batch.sampling() + ", at most " + Sampling.EXPONENT_MAX);
        }
        return batch;
    }

    private Map<String, Long> losses(WireReader in) throws WireException {
        int count = in.entries(WireLimits.LOSSES_MAX, LOSS_BYTES, "reasons of losses");
        Map<String, Long> read = new HashMap<>();
        for (int i = 0; i < count; i++) {
            read.put(strings.required(in, "reason"), in.count("loss"));
        }
        return read;
    }

    private ProcessFeed process(WireReader in) throws WireException {
        if (processes.size() == WireLimits.PROCESSES_MAX) {
            throw new WireException(
                    WireException.Reason.OVER_LIMIT, "more than " + WireLimits.PROCESSES_MAX + " processes");
        }
        @Nullable Identity identity = null;
        Map<String, Long> lost = Map.of();
        List<CommunicatorFeed> seen = new ArrayList<>();
        for (int type = in.nextSection(); type != 0; type = in.nextSection()) {
            WireReader inside = in.section();
            switch (type) {
                case WireLayout.PROCESS_IDENTITY -> identity = identity(inside);
                case WireLayout.LOSSES -> lost = losses(inside);
                case WireLayout.COMMUNICATOR -> seen.add(communicators.read(inside));
                default -> {} // Of a later minor version.
            }
        }
        if (identity == null) {
            throw WireException.malformed("a process without identity");
        }
        return new ProcessFeed(
                identity.key(),
                identity.life(),
                identity.jobId(),
                identity.incarnation(),
                identity.worldSize(),
                identity.ncclVersion(),
                seen,
                lost);
    }

    private Identity identity(WireReader in) throws WireException {
        return new Identity(
                new ProcessKey(strings.required(in, "boot id"), in.zigzag(), in.zigzag()),
                WireCodes.life(in.uint8()),
                strings.required(in, "job id"),
                strings.optional(in),
                in.optionalInt("ranks of the job"),
                strings.optional(in));
    }
}
