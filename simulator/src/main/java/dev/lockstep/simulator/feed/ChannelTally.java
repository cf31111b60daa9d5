// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.simulator.timeline.ChannelSpans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What the channels of one communicator did since it was told.
final class ChannelTally {
    private final long[] operations = new long[ChannelSpans.CHANNELS_MAX];
    private final long[] startLags = new long[ChannelSpans.CHANNELS_MAX];
    private final long[] stopLags = new long[ChannelSpans.CHANNELS_MAX];
    private final long[] busy = new long[ChannelSpans.CHANNELS_MAX];
    private int end;

    void add(ChannelSpans spans, long firstStart, long lastStop) {
        for (int i = 0; i < spans.count(); i++) {
            int channel = spans.channel(i);
            operations[channel]++;
            startLags[channel] += spans.startNanos(i) - firstStart;
            stopLags[channel] += lastStop - spans.stopNanos(i);
            busy[channel] += spans.stopNanos(i) - spans.startNanos(i);
            end = Math.max(end, channel + 1);
        }
    }

    List<ChannelCounters> take() {
        if (end == 0) {
            return List.of();
        }
        List<ChannelCounters> taken = new ArrayList<>(end);
        for (int channel = 0; channel < end; channel++) {
            if (operations[channel] > 0) {
                taken.add(new ChannelCounters(
                        channel, operations[channel], startLags[channel], stopLags[channel], busy[channel]));
            }
        }
        Arrays.fill(operations, 0, end, 0);
        Arrays.fill(startLags, 0, end, 0);
        Arrays.fill(stopLags, 0, end, 0);
        Arrays.fill(busy, 0, end, 0);
        end = 0;
        return taken;
    }
}
