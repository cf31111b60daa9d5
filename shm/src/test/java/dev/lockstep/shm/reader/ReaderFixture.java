// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.OperationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A reader on a file, and the moment at which it reads.
final class ReaderFixture implements AutoCloseable {
    static final long MILLISECOND = 1_000_000;

    private final ShmReader reader;
    private long nowNanos = 1_000 * MILLISECOND;

    private ReaderFixture(ShmReader reader) {
        this.reader = reader;
    }

    static ReaderFixture on(Path path) {
        return on(path, GpuIndex.UNKNOWN);
    }

    static ReaderFixture on(Path path, GpuIndex gpuIndex) {
        ShmAttachment attachment = ShmReader.attach(path, new CopyBuffer(), gpuIndex);
        assertThat(attachment).isInstanceOf(ShmAttachment.Ready.class);
        return new ReaderFixture(((ShmAttachment.Ready) attachment).reader());
    }

    ShmReader reader() {
        return reader;
    }

    long nowNanos() {
        return nowNanos;
    }

    /// Lets time pass between two readings.
    void pass(long milliseconds) {
        nowNanos += milliseconds * MILLISECOND;
    }

    ShmReading tryRead() {
        return reader.read(nowNanos);
    }

    ProcessSnapshot read() {
        ShmReading reading = tryRead();
        assertThat(reading).isInstanceOf(ShmReading.Fresh.class);
        return ((ShmReading.Fresh) reading).snapshot();
    }

    /// The process' only communicator.
    CommunicatorSnapshot readCommunicator() {
        List<CommunicatorSnapshot> communicators = read().communicators();
        assertThat(communicators).hasSize(1);
        return communicators.getFirst();
    }

    /// The only series of the process' only communicator.
    OperationSeries readSeries() {
        List<OperationSeries> series = readCommunicator().series();
        assertThat(series).hasSize(1);
        return series.getFirst();
    }

    List<OperationRecord> readOperations() {
        List<OperationRecord> records = new ArrayList<>();
        assertThat(reader.readOperations(records::add)).isEmpty();
        return records;
    }

    @Override
    public void close() {
        reader.close();
    }
}
