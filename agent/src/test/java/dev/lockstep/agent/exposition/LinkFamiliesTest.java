// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.connection;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.withConnections;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.budget.ProcessFold;
import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.Direction;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinkFamiliesTest {
    private static final CommunicatorIdentity IDENTITY = communicator(COMM, 0, 3);

    private static Scrape scrape(int budget, ConnectionCounters... connections) {
        CommunicatorSnapshot communicator = withConnections(living(IDENTITY), connections);
        return Scrape.of(Scrape.source(
                "shared_memory",
                new SourceState.Fresh(),
                new ProcessFold(budget).fold(process(1, communicator), Instant.EPOCH)));
    }

    @Test
    void sumsTheChannelsOfALinkByNic() {
        Scrape scrape = scrape(
                300,
                connection(8, Direction.SEND, 0, 2),
                connection(8, Direction.SEND, 1, 2),
                connection(8, Direction.SEND, 2, 3));

        assertThat(scrape.value("nccl_link_bytes_total", "peer", "8", "nic", "2"))
                .isEqualTo(200_000.0);
        assertThat(scrape.value("nccl_link_steps_total", "transport", "ib", "nic", "3"))
                .isEqualTo(100.0);
        assertThat(scrape.value("nccl_link_timed_steps_total", "nic", "2")).isEqualTo(20.0);
        assertThat(scrape.value("nccl_link_step_seconds_total", "nic", "2", "state", "gpu_wait"))
                .isEqualTo(0.02);
        assertThat(scrape.value("nccl_link_step_seconds_total", "nic", "2", "state", "peer_wait"))
                .isEqualTo(0.04);
        assertThat(scrape.value("nccl_link_step_seconds_total", "nic", "2", "state", "send_wait"))
                .isEqualTo(0.08);
    }

    @Test
    void callsTheStatesOfAReceiveByWhatItWaitsFor() {
        Scrape scrape = scrape(300, connection(4, Direction.RECEIVE, 0, 2));

        assertThat(scrape.value("nccl_link_step_seconds_total", "direction", "recv", "state", "post_wait"))
                .isEqualTo(0.02);
        assertThat(scrape.value("nccl_link_step_seconds_total", "direction", "recv", "state", "recv_wait"))
                .isEqualTo(0.04);
        assertThat(scrape.value("nccl_link_step_seconds_total", "direction", "recv", "state", "flush_wait"))
                .isEqualTo(0.08);
        assertThat(scrape.value("nccl_link_step_seconds_total", "direction", "recv", "state", "gpu_wait"))
                .isEqualTo(0.01);
    }

    @Test
    void foldsWhatTheBudgetHasNoRoomForAndCountsIt() {
        ConnectionCounters[] all = IntStream.range(0, 100)
                .mapToObj(peer -> connection(peer, Direction.SEND, 0, 2))
                .toArray(ConnectionCounters[]::new);
        ProcessFold fold = new ProcessFold(300);

        CommunicatorSnapshot shown = fold.fold(process(1, withConnections(living(IDENTITY), all)), Instant.EPOCH)
                .communicators()
                .getFirst();

        int oneByOne = (240 - 3 - 7) / 8;
        assertThat(shown.connections()).hasSize(oneByOne + 1);
        assertThat(shown.connections().getLast().key().peer()).isEmpty();
        assertThat(shown.connections().getLast().volume().bytes()).isEqualTo((100 - oneByOne) * 100_000L);
        assertThat(fold.folded()).isEqualTo(new FoldedSeries(0, 0, 0, 100 - oneByOne));
    }

    @Test
    void knowsNothingOfPeersOfNeighboursOperations() {
        CommunicatorIdentity other = communicator(CommunicatorIdentity.OTHER, 0, 3);
        CommunicatorSnapshot shown = new ProcessFold(300)
                .fold(process(1, withConnections(living(other), connection(7, Direction.SEND, 0, 2))), Instant.EPOCH)
                .communicators()
                .getFirst();

        assertThat(shown.connections()).hasSize(1);
        assertThat(shown.connections().getFirst().key().peer()).isEmpty();
    }

    @Test
    void servesNoneInsideANode() {
        assertThat(scrape(300).families()).doesNotContainKeys("nccl_link_bytes", "nccl_link_steps");
    }
}
