// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StuckEdgeTest {
    private static final ConnectionKey FROM_2_TO_3 = ConnectionKey.of(3, Direction.SEND, 0);
    private static final ConnectionKey INTO_3 = ConnectionKey.of(2, Direction.RECEIVE, 0);

    private static ConnectionCounters changed(ConnectionCounters of, ConnectionKey key, StepStates waiting) {
        return of.key().equals(key) ? of.with(new Standing(1, 40, waiting)) : of;
    }

    @Test
    void namesTheEdgeOnWhichDataAreUnderWayForEver() {
        assertThat(StuckEdge.in(RingTraffic.stopped(end -> changed(end, FROM_2_TO_3, new StepStates(0, 0, 8, 0)))))
                .hasValueSatisfying(edge -> {
                    assertThat(edge.holder()).isEqualTo(Holder.WIRE);
                    assertThat(edge.from()).isEqualTo(2);
                    assertThat(edge.to()).isEqualTo(3);
                    assertThat(edge.sentence())
                            .isEqualTo("the network edge from communicator rank 2 to 3 stopped first, on channel 0 with"
                                    + " 40 steps to go; the wire holds it");
                });
    }

    @Test
    void namesTheChannelOfTheEdgeThatHasMostBeforeIt() {
        Map<Integer, List<ConnectionCounters>> stopped =
                RingTraffic.stopped(end -> changed(end, FROM_2_TO_3, new StepStates(0, 0, 3, 0)));
        List<ConnectionCounters> ofSender = new ArrayList<>(stopped.getOrDefault(2, List.of()));
        ofSender.add(ConnectionCounters.silent(ConnectionKey.of(3, Direction.SEND, 5))
                .with(new Standing(1, 55, new StepStates(0, 0, 8, 0))));
        stopped.put(2, ofSender);

        assertThat(StuckEdge.in(stopped))
                .hasValueSatisfying(edge -> assertThat(edge.channel()).isEqualTo(5));
    }

    @Test
    void namesTheGpuThatNeitherTakesNorMakes() {
        ConnectionKey outOf3 = ConnectionKey.of(4, Direction.SEND, 0);

        assertThat(StuckEdge.in(RingTraffic.stopped(end ->
                        changed(changed(end, INTO_3, new StepStates(8, 0, 0, 0)), outOf3, new StepStates(8, 0, 0, 0)))))
                .hasValueSatisfying(edge -> {
                    assertThat(edge.holder()).isEqualTo(Holder.GPU);
                    assertThat(edge.to()).isEqualTo(3);
                });
    }

    @Test
    void namesTheReceiverThatAskedForNothing() {
        assertThat(StuckEdge.in(RingTraffic.stopped(end -> changed(end, INTO_3, StepStates.NONE))))
                .hasValueSatisfying(edge -> {
                    assertThat(edge.holder()).isEqualTo(Holder.RECEIVER);
                    assertThat(edge.from()).isEqualTo(2);
                });
    }

    @Test
    void namesNobodyWhereAllEdgesStandAlike() {
        assertThat(StuckEdge.in(RingTraffic.stopped(end -> end))).isEmpty();
        assertThat(StuckEdge.in(RingTraffic.stopped(end -> changed(end, end.key(), new StepStates(0, 0, 8, 0)))))
                .isEmpty();
    }

    @Test
    void knowsNothingWhereNothingIsUnderWay() {
        assertThat(StuckEdge.in(RingTraffic.stopped(end -> end.with(Standing.NOTHING))))
                .isEmpty();
    }
}
