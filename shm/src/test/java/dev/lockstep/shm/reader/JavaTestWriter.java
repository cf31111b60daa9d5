// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The twin in this process.
final class JavaTestWriter implements TestWriter {
    private static final long GAP_NANOS = 1_000;

    private final Path file;
    private final ShmWriter writer;
    private final List<Operation> operations = new ArrayList<>();
    private long gpuNanos = GAP_NANOS;
    private boolean isDead;

    private record Operation(int slot, int channels, long start, Set<Integer> stopped) {}

    JavaTestWriter(Path directory) throws IOException {
        this.file = directory.resolve("java");
        this.writer = ShmWriter.create(file, ProcessFacts.of(1), ShmCapacities.FULL);
    }

    @Override
    public int communicator(long hash, int ranks, int commRank) {
        return writer.communicator(CommunicatorSpec.of(hash, ranks, commRank));
    }

    private static OperationSpec spec(long count, int channels) {
        return OperationSpec.collective("AllReduce", count * Float.BYTES, channels);
    }

    @Override
    public void run(int communicator, long count, long durationNanos) {
        writer.run(communicator, spec(count, 1), gpuNanos, durationNanos);
        gpuNanos += durationNanos + GAP_NANOS;
    }

    @Override
    public int enqueue(int communicator, long count, int channels) {
        int slot = writer.enqueue(communicator, spec(count, channels));
        operations.add(new Operation(slot, channels, gpuNanos, new HashSet<>()));
        return operations.size() - 1;
    }

    @Override
    public void startChannel(int operation, int channel, long afterNanos) {
        Operation started = operations.get(operation);
        writer.startChannel(started.slot(), channel, started.start() + afterNanos);
    }

    @Override
    public void stopChannel(int operation, int channel, long afterNanos) {
        Operation stopped = operations.get(operation);
        writer.stopChannel(stopped.slot(), channel, stopped.start() + afterNanos);
        stopped.stopped().add(channel);
        gpuNanos = Math.max(gpuNanos, stopped.start() + afterNanos + GAP_NANOS);
        if (stopped.stopped().size() == stopped.channels()) {
            writer.complete(stopped.slot());
        }
    }

    @Override
    public void transfer(int communicator, int peer, int steps, int stuck) {
        int ended = steps - stuck;
        writer.connection(
                communicator,
                new ConnectionCounters(
                        ConnectionKey.of(peer, Direction.SEND, 5),
                        new ConnectionCounters.Volume(1, ended, 1000L * ended, 0),
                        0,
                        StepStates.NONE,
                        TransferHistogram.EMPTY,
                        new Network(Network.IB, 1 << 2, steps, 1000L * steps),
                        new Standing(stuck == 0 ? 0 : 1, stuck, new StepStates(0, 0, stuck, 0))));
    }

    @Override
    public void closeCommunicator(int communicator) {
        writer.closeCommunicator(communicator);
    }

    @Override
    public void die() throws IOException {
        isDead = true;
        writer.close();
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        if (!isDead) {
            writer.close();
        }
    }

    @Override
    public String toString() {
        return "the Java writer";
    }
}
