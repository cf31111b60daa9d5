// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.feed.NodeFeed;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Whatever the bytes are, there is a batch that can be written again, or a refusal.
class FeedDecoderFuzzTest {
    private static final int MUTATIONS = 10_000;

    @Test
    void neverFailsOtherwise() {
        Map<WireException.Reason, Integer> refused = new EnumMap<>(WireException.Reason.class);
        int accepted = 0;
        for (long seed = 0; seed < MUTATIONS; seed++) {
            Random random = new Random(seed);
            NodeFeed feed = seed % 8 == 0 ? new RandomFeeds(random).next() : SampleFeed.feed();
            byte[] bytes = new Damage(random).to(FeedEncoder.encode(feed));
            try {
                FeedEncoder.encode(FeedDecoder.decode(bytes, 0, bytes.length));
                accepted++;
            } catch (WireException refusal) {
                assertThat(refusal.getMessage())
                        .as("seed %d", seed)
                        .isNotBlank()
                        .doesNotContain("\n");
                refused.merge(refusal.reason(), 1, Integer::sum);
            } catch (RuntimeException wrong) {
                throw new AssertionError("seed " + seed, wrong);
            }
        }

        assertThat(accepted).as("%s", refused).isGreaterThan(MUTATIONS / 20);
        assertThat(refused).hasSizeGreaterThan(3);
        assertThat(refused.get(WireException.Reason.MALFORMED)).isGreaterThan(MUTATIONS / 4);
    }

    @Test
    void readsNoRandomBytes() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            try {
                FeedDecoder.decode(bytes, 0, bytes.length);
                throw new AssertionError("seed " + seed);
            } catch (WireException refusal) {
                assertThat(refusal.reason()).isEqualTo(WireException.Reason.NOT_A_BATCH);
            }
        }
    }
}
