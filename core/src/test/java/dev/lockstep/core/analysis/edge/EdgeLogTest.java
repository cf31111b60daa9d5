// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import java.util.List;
import org.junit.jupiter.api.Test;

class EdgeLogTest {
    private static final long SECOND = 1_000_000_000L;

    private static EdgeLog log(RingTraffic traffic) {
        EdgeLog log = new EdgeLog();
        new RingTraffic().tell(log, SECOND);
        for (int second = 10; second < 20; second++) {
            traffic.tell(log, second * SECOND);
        }
        return log;
    }

    @Test
    void namesTheEdgeWhoseWireIsSlowAndNotThoseThatWaitForIt() {
        assertThat(log(new RingTraffic().withSlowWire(2, 300_000)).slowest()).hasValueSatisfying(edge -> {
            assertThat(edge.holder()).isEqualTo(Holder.WIRE);
            assertThat(edge.from()).isEqualTo(2);
            assertThat(edge.to()).isEqualTo(3);
            assertThat(edge.endpoint()).isEmpty();
            assertThat(edge.nic()).isEqualTo("2");
            assertThat(edge.factor()).isBetween(3.5, 4.1);
            assertThat(edge.sentence())
                    .startsWith("The slow network edge is communicator rank 2 to 3 over NIC 2: a step waits")
                    .endsWith("and the wire holds it.");
        });
    }

    @Test
    void tellsTheTimeOnEachWireNowAndAtFirst() {
        assertThat(log(new RingTraffic().withSlowWire(2, 300_000)).wires())
                .hasSize(RingTraffic.RANKS)
                .allMatch(WireTime::isKnown)
                .filteredOn(wire -> wire.isSlow(1_000_000))
                .singleElement()
                .satisfies(wire -> assertThat(wire.from()).isEqualTo(2))
                .satisfies(wire -> assertThat(wire.isSlow(100_000_000_000L))
                        .as("explains no more than it loses")
                        .isFalse());
    }

    @Test
    void forgetsInAPauseWhatWasBeforeIt() {
        EdgeLog log = log(new RingTraffic().withSlowWire(2, 300_000));
        assertThat(log.slowest()).isPresent();
        RingTraffic healthy = new RingTraffic();

        for (int second = 600; second < 602; second++) {
            healthy.tell(log, second * SECOND);
        }

        assertThat(log.slowest()).isEmpty();
    }

    @Test
    void namesTheRankThatSlowEdgesShare() {
        RingTraffic traffic = new RingTraffic().withSlowWire(2, 300_000).withSlowWire(3, 300_000);

        assertThat(log(traffic).slowest())
                .hasValueSatisfying(edge -> assertThat(edge.endpoint()).hasValue(3));
    }

    @Test
    void namesTheGpuThatTakesAndMakesLate() {
        assertThat(log(new RingTraffic().withSlowGpu(4, 500_000)).slowest()).hasValueSatisfying(edge -> {
            assertThat(edge.holder()).isEqualTo(Holder.GPU);
            assertThat(edge.endpoint()).hasValue(4);
        });
    }

    @Test
    void namesTheReceiverWhoseHostGivesNoRoom() {
        assertThat(log(new RingTraffic().withSlowReceiver(1, 400_000)).slowest())
                .hasValueSatisfying(edge -> {
                    assertThat(edge.holder()).isEqualTo(Holder.RECEIVER);
                    assertThat(edge.from()).isEqualTo(1);
                    assertThat(edge.to()).isEqualTo(2);
                });
    }

    @Test
    void namesNobodyWhereAllAreAlike() {
        assertThat(log(new RingTraffic()).slowest()).isEmpty();
    }

    @Test
    void judgesTwoEdgesByTheirOwnPastOnly() {
        EdgeLog log = new EdgeLog();
        List<ConnectionCounters> usual = List.of(new RingTraffic().of(0).getFirst());
        List<ConnectionCounters> slow =
                List.of(new RingTraffic().withSlowWire(0, 300_000).of(0).getFirst());
        log.add(0, usual, SECOND);
        assertThat(log.slowest()).isEmpty();
        for (int second = 10; second < 20; second++) {
            log.add(0, slow, second * SECOND);
        }

        assertThat(log.slowest())
                .hasValueSatisfying(edge -> assertThat(edge.holder()).isEqualTo(Holder.WIRE));
    }

    /// On two nodes each rank of a rail sends to the other alone: which end is slow, their edges do not tell.
    @Test
    void namesOneEdgeOfTwoRanksThatOnlySendToEachOther() {
        for (long more : new long[] {-20_000, 20_000}) {
            EdgeLog log = new EdgeLog();
            log.add(0, List.of(RingTraffic.send(1, 100_000)), SECOND);
            log.add(1, List.of(RingTraffic.send(0, 100_000)), SECOND);
            for (int second = 10; second < 20; second++) {
                log.add(0, List.of(RingTraffic.send(1, 400_000)), second * SECOND);
                log.add(1, List.of(RingTraffic.send(0, 400_000 + more)), second * SECOND);
            }

            assertThat(log.slowest()).hasValueSatisfying(edge -> {
                assertThat(edge.endpoint()).isEmpty();
                assertThat(edge.from()).isZero();
                assertThat(edge.to()).isEqualTo(1);
            });
        }
    }

    @Test
    void seesTheReceiverThatGivesNoRoomOfTwoEdgesByTheirPast() {
        EdgeLog log = new EdgeLog();
        RingTraffic slow = new RingTraffic().withSlowReceiver(0, 400_000);
        log.add(0, List.of(new RingTraffic().of(0).getFirst()), SECOND);
        log.add(1, List.of(new RingTraffic().of(1).getLast()), SECOND);
        for (int second = 10; second < 20; second++) {
            log.add(0, List.of(slow.of(0).getFirst()), second * SECOND);
            log.add(1, List.of(new RingTraffic().of(1).getLast()), second * SECOND);
        }

        assertThat(log.slowest()).hasValueSatisfying(edge -> {
            assertThat(edge.holder()).isEqualTo(Holder.RECEIVER);
            assertThat(edge.to()).isEqualTo(1);
        });
    }

    @Test
    void countsWhatItHasNoRoomFor() {
        EdgeLog log = new EdgeLog();
        for (int peer = 0; peer < EdgeLog.EDGES_MAX + 3; peer++) {
            log.add(0, List.of(ConnectionCounters.silent(ConnectionKey.of(peer, Direction.SEND, 0))), SECOND);
        }

        assertThat(log.leftOut()).isEqualTo(3);
    }
}
