// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.model.ChannelCounters;
import java.util.ArrayList;
import java.util.List;

/// The transfers of one communicator by shape, and its channels.
final class LinkLog {
    /// A shape's transfers.
    record Tracked(Shape shape, TransferTrack track) {}

    private static final long SPACING_NANOS = 500_000_000L;

    private final CommunicatorState communicator;
    private final List<Tracked> tracks = new ArrayList<>();
    private final ChannelLags channels = new ChannelLags();
    private long slowNanos = Long.MIN_VALUE;

    LinkLog(CommunicatorState communicator) {
        this.communicator = communicator;
    }

    CommunicatorState communicator() {
        return communicator;
    }

    List<Tracked> tracks() {
        return tracks;
    }

    void wasSlow(long nowNanos) {
        slowNanos = nowNanos;
    }

    boolean wasSlowSince(long nanos) {
        return slowNanos >= nanos;
    }

    ChannelLags channels() {
        return channels;
    }

    void add(Row row, long nowNanos) {
        for (Tracked tracked : tracks) {
            if (tracked.shape().hasSameText(row)) {
                tracked.track().add(row.transferNanos(), nowNanos, SPACING_NANOS);
                return;
            }
        }
        if (tracks.size() < LinkSettings.SHAPES_MAX) {
            Tracked made = new Tracked(Shape.of(communicator, row), new TransferTrack());
            made.track().add(row.transferNanos(), nowNanos, SPACING_NANOS);
            tracks.add(made);
        }
    }

    void add(List<ChannelCounters> counters, long nowNanos) {
        channels.add(counters, nowNanos);
    }
}
