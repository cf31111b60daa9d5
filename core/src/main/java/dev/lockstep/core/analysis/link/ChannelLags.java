// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.model.ChannelCounters;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/// How the channels of one communicator behave against each other, all of its ranks together. A slow one ends
/// last in each operation, and all the others have long ended then.
final class ChannelLags {
    private static final int CHANNELS_MAX = 256;
    private static final int CHANNELS_MIN = 4;
    private static final long WINDOW_NANOS = 4_000_000_000L;
    /// The others end so much earlier, as a share of the time they run.
    private static final double LAG_MIN = 0.04;
    /// And the slow one so much later than that.
    private static final double OWN_LAG_MAX = 0.3;

    private double[] operations = new double[0];
    private double[] stopLags = new double[0];
    private double[] busy = new double[0];
    private long since;

    void add(List<ChannelCounters> counters, long nowNanos) {
        if (nowNanos - since > WINDOW_NANOS) {
            since = nowNanos;
            halve();
        }
        for (ChannelCounters counter : counters) {
            int channel = counter.channel();
            if (channel >= 0 && channel < CHANNELS_MAX && channel != ChannelCounters.OTHER) {
                reach(channel);
                operations[channel] += counter.operations();
                stopLags[channel] += counter.stopLagNanos();
                busy[channel] += counter.busyNanos();
            }
        }
    }

    private void halve() {
        for (int i = 0; i < operations.length; i++) {
            operations[i] /= 4;
            stopLags[i] /= 4;
            busy[i] /= 4;
        }
    }

    private void reach(int channel) {
        if (channel >= operations.length) {
            int length = channel + 1;
            operations = Arrays.copyOf(operations, length);
            stopLags = Arrays.copyOf(stopLags, length);
            busy = Arrays.copyOf(busy, length);
        }
    }

    /// The one channel that all others wait for; absent if there is none, or several.
    OptionalInt slow() {
        double[] lags = new double[operations.length];
        int used = 0;
        double most = Arrays.stream(operations).max().orElse(0);
        for (int i = 0; i < operations.length; i++) {
            if (operations[i] > most / 2) {
                lags[used++] = stopLags[i] / Math.max(1, busy[i]);
            }
        }
        if (used < CHANNELS_MIN) {
            return OptionalInt.empty();
        }
        Arrays.sort(lags, 0, used);
        double second = lags[1];
        double middle = lags[used / 2];
        boolean isOne = middle >= LAG_MIN && lags[0] <= OWN_LAG_MAX * middle && second > 2 * OWN_LAG_MAX * middle;
        if (!isOne) {
            return OptionalInt.empty();
        }
        for (int i = 0; i < operations.length; i++) {
            if (operations[i] > most / 2 && stopLags[i] / Math.max(1, busy[i]) <= lags[0]) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }
}
