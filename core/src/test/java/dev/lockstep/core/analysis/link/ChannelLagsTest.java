// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.ChannelCounters;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChannelLagsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int CHANNELS = 8;
    private static final int NONE = -1;

    private final ChannelLags lags = new ChannelLags();

    @Test
    void findsTheChannelThatAllOthersWaitFor() {
        tell(10, 16, 3);

        assertThat(lags.lagging().channels()).containsExactly(3);
    }

    @Test
    void forgetsInAPauseWhatWasBeforeIt() {
        tell(10, 16, 3);
        tell(600, 601, NONE);

        assertThat(lags.lagging().isSeen()).isFalse();
    }

    /// Each second from one to another: all channels end together, or a slow one last and the others long before.
    private void tell(int from, int to, int slow) {
        for (int second = from; second < to; second++) {
            lags.add(counters(slow), second * SECOND);
        }
    }

    private static List<ChannelCounters> counters(int slow) {
        return IntStream.range(0, CHANNELS)
                .mapToObj(channel -> {
                    long stopLag = slow == NONE || channel == slow ? 0 : 40_000_000;
                    return new ChannelCounters(channel, 100, 0, stopLag, 100_000_000);
                })
                .toList();
    }
}
