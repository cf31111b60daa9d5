// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.server.Feeds;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A job that floods is sampled and cut; its neighbours are not.
class JobMeterTest {
    private static final long NOW = 1_000;

    private final IngestCounters counters = new IngestCounters();
    private final JobMeter meter = new JobMeter(1_000, counters);

    @Test
    void cutsTheRecordsOfAJobAboveItsLimitAndNoHeartbeat() {
        NodeFeed flood = Feeds.of("node-a", 1, "flood", 5_000);
        NodeFeed more = Feeds.of("node-a", 2, "flood", 5_000);
        NodeFeed neighbour = Feeds.of("node-b", 1, "quiet", 100);

        assertThat(meter.within(flood, NOW)).isSameAs(flood);
        NodeFeed cut = meter.within(more, NOW);
        assertThat(JobMeter.records(cut)).isZero();
        assertThat(cut.processes().getFirst().communicators().getFirst().series())
                .isNotEmpty();
        assertThat(counters.partsRefused(PartRefusal.JOB_RECORDS)).isEqualTo(5_000);
        assertThat(meter.within(neighbour, NOW)).isSameAs(neighbour);
    }

    @Test
    void samplesTheJobThatFloodsAlone() {
        meter.within(Feeds.of("node-a", 1, "flood", 4_000), NOW);
        meter.within(Feeds.of("node-b", 1, "quiet", 100), NOW);

        meter.share(1_000, 1, NOW);

        assertThat(meter.exponentFor(Feeds.of("node-a", 2, "flood", 0))).isEqualTo(3);
        assertThat(meter.exponentFor(Feeds.of("node-b", 2, "quiet", 0))).isZero();
    }

    @Test
    void sharesSoThatSmallJobsGetAllTheyWant() {
        assertThat(FairShares.of(Map.of("small", 10.0, "large", 1_000.0, "larger", 2_000.0), 1_000))
                .hasEntrySatisfying("small", share -> assertThat(share).isGreaterThanOrEqualTo(10))
                .hasEntrySatisfying("large", share -> assertThat(share).isCloseTo(495, within(1e-6)))
                .hasEntrySatisfying("larger", share -> assertThat(share).isCloseTo(495, within(1e-6)));
    }

    @Test
    void lowersKOnlyWhereTheSampleLeavesRoom() {
        assertThat(FairShares.exponent(900, 1_000, 1)).isEqualTo(1);
        assertThat(FairShares.exponent(600, 1_000, 1)).isZero();
        assertThat(FairShares.exponent(1_500, 1_000, 0)).isEqualTo(1);
    }
}
