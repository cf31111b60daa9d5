// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.withChannels;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.ChannelCounters;
import org.junit.jupiter.api.Test;

/// Channels are served as the budget left them.
class ChannelFamiliesTest {
    @Test
    void tellsHowChannelsRanBesideEachOther() {
        ChannelCounters fast = new ChannelCounters(0, 4, 1_000, 4_000_000, 8_000_000);
        ChannelCounters slow = new ChannelCounters(1, 4, 3_000, 0, 12_000_000);
        ChannelCounters others = new ChannelCounters(ChannelCounters.OTHER, 9, 0, 0, 0);
        Scrape scrape = Scrape.of(process(1, withChannels(living(communicator(COMM, 0, 3)), fast, slow, others)));

        assertThat(scrape.value("nccl_channel_operations_total", "comm", COMM, "channel", "1"))
                .isEqualTo(4);
        assertThat(scrape.value("nccl_channel_busy_seconds_total", "comm", COMM, "channel", "1"))
                .isEqualTo(0.012);
        assertThat(scrape.value("nccl_channel_start_lag_seconds_total", "comm", COMM, "channel", "0"))
                .isEqualTo(1e-6);
        assertThat(scrape.value("nccl_channel_stop_lag_seconds_total", "comm", COMM, "channel", "0"))
                .isEqualTo(0.004);
        assertThat(scrape.value("nccl_channel_operations_total", "channel", "other"))
                .isEqualTo(9);
    }
}
