// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FeedRoundTripTest {
    @Test
    void readsWhatItWrote() throws WireException {
        for (long seed = 0; seed < 300; seed++) {
            NodeFeed feed = new RandomFeeds(new Random(seed)).next();

            byte[] bytes = FeedEncoder.encode(feed);

            assertThat(FeedText.of(FeedDecoder.decode(bytes, 0, bytes.length)))
                    .as("seed %d", seed)
                    .isEqualTo(FeedText.of(feed));
            assertThat(FeedEncoder.encode(feed)).as("seed %d", seed).isEqualTo(bytes);
        }
    }

    @Test
    void readsFromTheMiddleOfABuffer() throws WireException {
        NodeFeed feed = new RandomFeeds(new Random(5)).next();
        byte[] bytes = FeedEncoder.encode(feed);
        byte[] buffer = new byte[bytes.length + 20];
        Arrays.fill(buffer, (byte) 0x7f);
        System.arraycopy(bytes, 0, buffer, 13, bytes.length);

        assertThat(FeedText.of(FeedDecoder.decode(buffer, 13, bytes.length))).isEqualTo(FeedText.of(feed));
    }

    @Test
    void inflatesWhatItDeflated() throws WireException {
        for (long seed = 0; seed < 50; seed++) {
            byte[] bytes = FeedEncoder.encode(new RandomFeeds(new Random(seed)).next());

            byte[] deflated = FeedDeflater.deflate(bytes);

            assertThat(FeedDeflater.inflate(deflated, 0, deflated.length))
                    .as("seed %d", seed)
                    .isEqualTo(bytes);
        }
    }

    @Test
    void refusesWhatInflatesToTooMuch() {
        byte[] bomb = FeedDeflater.deflate(new byte[WireLimits.BATCH_BYTES_MAX + 1]);

        assertThatThrownBy(() -> FeedDeflater.inflate(bomb, 0, bomb.length))
                .isInstanceOfSatisfying(
                        WireException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(WireException.Reason.OVER_LIMIT));
    }

    @Test
    void refusesWhatIsNotDeflated() {
        byte[] half = FeedDeflater.deflate(new byte[1000]);

        assertThatThrownBy(() -> FeedDeflater.inflate(half, 0, half.length - 5)).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> FeedDeflater.inflate(new byte[] {1, 2, 3}, 0, 3))
                .isInstanceOf(WireException.class);
    }

    @Test
    void doesNotWriteWhatNobodyWouldRead() {
        ProcessFeed process = new ProcessFeed(
                new ProcessKey("boot", 1, 1),
                ProcessLife.RUNNING,
                "job",
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                List.of(),
                Map.of());

        assertThatThrownBy(() -> FeedEncoder.encode(of("n", Collections.nCopies(257, process), Map.of())))
                .hasMessageContaining("257 processes");
        assertThatThrownBy(() -> FeedEncoder.encode(of("n".repeat(513), List.of(), Map.of())))
                .hasMessageContaining("513 bytes");
        assertThatThrownBy(() -> FeedEncoder.encode(of("n", List.of(), Map.of("lost", -1L))))
                .hasMessageContaining("negative loss");
    }

    private static NodeFeed of(String node, List<ProcessFeed> processes, Map<String, Long> losses) {
        return new NodeFeed(node, "agent", 1, 0, 0, 0, processes, losses, List.of());
    }
}
