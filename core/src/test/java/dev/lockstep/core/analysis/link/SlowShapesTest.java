// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.job.BareCommunicator;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Data groups of one shape, each with the seconds in which its transfers were seen.
class SlowShapesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final float USUAL = 700_000;
    private static final float CONGESTED = 1_650_000;
    private static final Shape SHAPE = new Shape(NcclFunction.ALL_GATHER, 64 << 20, "RING", "SIMPLE", 8, 4);

    private final List<LinkLog> logs = new ArrayList<>();

    @Test
    void findsTheOneThatBecameSlow() {
        for (int group = 0; group < 4; group++) {
            float slow = group == 2 ? CONGESTED : USUAL;
            group().seen(SHAPE, 0, 20, USUAL).seen(SHAPE, 20, 30, slow);
        }

        SlowShapes found = look(30);

        assertThat(found.slow()).containsOnlyKeys(logs.get(2).communicator());
        assertThat(found.fine()).hasSize(3);
    }

    @Test
    void takesNobodyForFineWhoWasFirstSeenWhenAllWereSlow() {
        group().seen(SHAPE, 0, 20, USUAL).seen(SHAPE, 20, 40, CONGESTED);
        group().seen(SHAPE, 20, 40, CONGESTED);
        group().seen(SHAPE, 20, 40, CONGESTED);

        SlowShapes found = look(40);

        assertThat(found.slow()).containsOnlyKeys(logs.getFirst().communicator());
        assertThat(found.fine()).isEmpty();
    }

    @Test
    void comparesWithOthersOnlyOverTheSameTime() {
        // Of a sample, three groups were last seen before the network became slow for all.
        for (int group = 0; group < 3; group++) {
            group().seen(SHAPE, 0, 20, USUAL);
        }
        group().seen(SHAPE, 20, 32, CONGESTED);

        assertThat(look(32).slow()).isEmpty();
    }

    @Test
    void takesNobodyForFineWhoIsSlowByAnotherShape() {
        Shape other = new Shape(NcclFunction.REDUCE_SCATTER, 128 << 20, "RING", "SIMPLE", 8, 4);
        group().seen(SHAPE, 0, 20, USUAL).seen(SHAPE, 20, 30, CONGESTED);
        group().seen(SHAPE, 0, 30, USUAL).seen(other, 0, 20, USUAL).mixed(other, 20, 30);

        SlowShapes found = look(30);

        assertThat(found.slow()).containsOnlyKeys(logs.getFirst().communicator());
        assertThat(found.fine()).isEmpty();
    }

    private SlowShapes look(int second) {
        return SlowShapes.of(logs, LinkSettings.defaults(), second * SECOND);
    }

    private Group group() {
        LinkLog log = new LinkLog(BareCommunicator.of("%016x".formatted(logs.size()), 8));
        logs.add(log);
        return new Group(log);
    }

    /// What was seen of one communicator: two transfers a second.
    private record Group(LinkLog log) {
        Group seen(Shape shape, int from, int to, float nanos) {
            IntStream.range(2 * from, 2 * to).forEach(half -> add(shape, half, nanos));
            return this;
        }

        /// Slow, but for one of four.
        Group mixed(Shape shape, int from, int to) {
            IntStream.range(2 * from, 2 * to).forEach(half -> add(shape, half, half % 4 == 0 ? USUAL : CONGESTED));
            return this;
        }

        private void add(Shape shape, int half, float nanos) {
            TransferTrack track = log.tracks().stream()
                    .filter(tracked -> tracked.shape().equals(shape))
                    .findFirst()
                    .map(LinkLog.Tracked::track)
                    .orElseGet(() -> {
                        TransferTrack made = new TransferTrack();
                        log.tracks().add(new LinkLog.Tracked(shape, made));
                        return made;
                    });
            track.add(nanos, half * SECOND / 2, SECOND / 2);
        }
    }
}
