// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import java.util.ArrayList;
import java.util.List;

/// When the channels of one operation began and ended, in true time; used again for the next operation.
/// Belongs to one thread.
public final class ChannelSpans {
    /// Channels of an operation at most, as in NCCL.
    public static final int CHANNELS_MAX = 64;

    private final int[] channels = new int[CHANNELS_MAX];
    private final long[] starts = new long[CHANNELS_MAX];
    private final long[] stops = new long[CHANNELS_MAX];
    private int count;

    /// Of no operation yet.
    public ChannelSpans() {}

    void clear() {
        count = 0;
    }

    void add(int channel, long start, long stop) {
        channels[count] = channel;
        starts[count] = start;
        stops[count] = stop;
        count++;
    }

    /// How many channels there are.
    public int count() {
        return count;
    }

    /// Number of the `i`th channel.
    public int channel(int i) {
        return channels[i];
    }

    /// When the `i`th channel began.
    public long startNanos(int i) {
        return starts[i];
    }

    /// When the `i`th channel ended; -1 if it never did.
    public long stopNanos(int i) {
        return stops[i];
    }

    /// First start of them all.
    public long firstStart() {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            first = Math.min(first, starts[i]);
        }
        return first;
    }

    /// Last stop of them all.
    public long lastStop() {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            last = Math.max(last, stops[i]);
        }
        return last;
    }

    List<ChannelStamp> stamps() {
        List<ChannelStamp> stamps = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            stamps.add(new ChannelStamp(channels[i], starts[i], stops[i]));
        }
        return stamps;
    }
}
