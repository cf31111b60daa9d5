// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.model.ChannelCounters;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// How the channels of one communicator behave against each other, all of its ranks together, over the last seconds.
/// Those that cross a slow path end last in each operation, and all the others have long ended then.
final class ChannelLags {
    private static final int CHANNELS_MAX = 256;
    private static final int CHANNELS_MIN = 4;
    private static final long PART_NANOS = 1_000_000_000L;
    private static final int PARTS = 4;
    /// The others end so much earlier, as a share of the time they run.
    private static final double LAG_MIN = 0.03;
    /// And the slow ones so much later than that.
    private static final double OWN_LAG_MAX = 0.3;

    private static final class Part {
        private double[] operations = new double[0];
        private double[] stopLags = new double[0];
        private double[] busy = new double[0];

        void clear() {
            Arrays.fill(operations, 0);
            Arrays.fill(stopLags, 0);
            Arrays.fill(busy, 0);
        }

        void add(ChannelCounters counter) {
            int channel = counter.channel();
            if (channel >= operations.length) {
                operations = Arrays.copyOf(operations, channel + 1);
                stopLags = Arrays.copyOf(stopLags, channel + 1);
                busy = Arrays.copyOf(busy, channel + 1);
            }
            operations[channel] += counter.operations();
            stopLags[channel] += counter.stopLagNanos();
            busy[channel] += counter.busyNanos();
        }

        void addTo(Part all) {
            for (int channel = 0; channel < operations.length; channel++) {
                all.add(new ChannelCounters(
                        channel,
                        Math.round(operations[channel]),
                        0,
                        Math.round(stopLags[channel]),
                        Math.round(busy[channel])));
            }
        }
    }

    private final Part[] parts =
            IntStream.range(0, PARTS).mapToObj(i -> new Part()).toArray(Part[]::new);
    private int now;
    private long since;

    void add(List<ChannelCounters> counters, long nowNanos) {
        // After a pause, what was before it is as old as the pause is long.
        long over = Math.min(PARTS, (nowNanos - since) / PART_NANOS);
        since = over > 0 ? nowNanos : since;
        for (long part = 0; part < over; part++) {
            now = (now + 1) % PARTS;
            parts[now].clear();
        }
        for (ChannelCounters counter : counters) {
            int channel = counter.channel();
            if (channel >= 0 && channel < CHANNELS_MAX && channel != ChannelCounters.OTHER) {
                parts[now].add(counter);
            }
        }
    }

    /// The channels that all others wait for, by number, and how many there are in all; none if they are more than
    /// half.
    Lagging lagging() {
        Part all = new Part();
        for (Part part : parts) {
            part.addTo(all);
        }
        double most = Arrays.stream(all.operations).max().orElse(0);
        int[] used = IntStream.range(0, all.operations.length)
                .filter(channel -> all.operations[channel] > most / 2)
                .boxed()
                .sorted(Comparator.comparingDouble(channel -> lag(all, channel)))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int slow = 1; slow <= used.length / 2 && used.length >= CHANNELS_MIN; slow++) {
            double next = lag(all, used[slow]);
            if (next >= LAG_MIN && lag(all, used[slow - 1]) <= OWN_LAG_MAX * next) {
                return new Lagging(
                        IntStream.of(used).limit(slow).sorted().boxed().toList(),
                        IntStream.of(used).sorted().boxed().toList());
            }
        }
        return Lagging.NONE;
    }

    private static double lag(Part of, int channel) {
        return of.stopLags[channel] / Math.max(1, of.busy[channel]);
    }
}
