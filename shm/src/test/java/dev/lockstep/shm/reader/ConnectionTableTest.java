// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionCounters.Volume;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTableTest {
    private static final CommunicatorSpec COMMUNICATOR = CommunicatorSpec.of(1, 8, 0);
    private static final ConnectionCounters SENT = counters(ConnectionKey.of(70_000, Direction.SEND, 63), 12);
    private static final ConnectionCounters RECEIVED = counters(ConnectionKey.of(2, Direction.RECEIVE, 0), 40);

    @TempDir
    Path directory;

    private ShmWriter writer;
    private ReaderFixture fixture;

    @BeforeEach
    void open() throws IOException {
        Path path = directory.resolve("process");
        writer = ShmWriter.create(path, ProcessFacts.of(4711), ShmCapacities.SMALL);
        fixture = ReaderFixture.on(path);
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        writer.close();
    }

    private static ConnectionCounters counters(ConnectionKey key, long steps) {
        long[] buckets = new long[TransferHistogram.COUNT];
        buckets[7] = steps;
        return new ConnectionCounters(
                key,
                new Volume(3, steps, steps * 1000, 2),
                steps,
                new StepStates(10, 20, 30, 40),
                TransferHistogram.of(buckets),
                new Network(Network.IB, 1 << 4, steps, steps * 1000),
                new Standing(1, 20, new StepStates(5, 0, 3, 0)));
    }

    @Test
    void readsConnectionsInTheOrderOfTheirPeers() {
        int row = writer.communicator(COMMUNICATOR);
        writer.connection(row, SENT);
        writer.connection(row, RECEIVED);

        assertThat(fixture.readCommunicator().connections()).containsExactly(RECEIVED, SENT);
    }

    @Test
    void neverLetsCountersGoBackWhileTheStandingChanges() {
        int row = writer.communicator(COMMUNICATOR);
        writer.connection(row, SENT);
        fixture.readCommunicator();

        ConnectionCounters less = counters(SENT.key(), 11).with(Standing.NOTHING);
        writer.connection(row, less);

        ConnectionCounters read = fixture.readCommunicator().connections().getFirst();
        assertThat(read.volume()).isEqualTo(SENT.volume());
        assertThat(read.standing().waiting()).isEqualTo(StepStates.NONE);
    }

    @Test
    void knowsNoneOfACommunicatorInsideANode() {
        writer.communicator(COMMUNICATOR);

        assertThat(fixture.readCommunicator().connections()).isEmpty();
    }

    @Test
    void forgetsThoseOfTheRowsFormerCommunicator() {
        int row = writer.communicator(COMMUNICATOR);
        writer.connection(row, SENT);
        assertThat(fixture.readCommunicator().connections()).hasSize(1);

        writer.replaceCommunicator(row, CommunicatorSpec.of(2, 8, 0));

        assertThat(fixture.readCommunicator().connections()).isEmpty();
    }
}
