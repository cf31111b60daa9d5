// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.writer;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.shm.PhasesLayout;
import dev.lockstep.shm.ShmCounter;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.ShmSeriesKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Plays the plugin's part in a shared-memory file, in the plugin's order of writing. It is the twin that the
/// readers' tests, the benchmarks and machines without a C compiler have.
///
/// Like the plugin it holds a lock on the file while it is open, and leaves the file when it is closed.
/// Communicators, series and slots are known by their index. One thread enqueues and completes; a second one may
/// read.
public final class ShmWriter implements AutoCloseable {
    private static final int WORD = Long.BYTES;
    private static final int GENERATION_TOP = 1 << 31;
    private static final int FLAGS_SHIFT = 56;
    private static final int CHANNELS_SHIFT = 48;

    private final MappedFile file;
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<Long, Integer> series = new HashMap<>();
    private final int slots;
    private final int ring;
    private int communicators = 1;
    private int serial = 1;
    private int nextSlot;

    /// How an operation ended.
    private record Ending(long start, long stop, int flags) {}

    private ShmWriter(MappedFile file, ShmCapacities capacities) {
        this.file = file;
        this.slots = capacities.slots();
        this.ring = capacities.ring();
        names.put("", 0);
    }

    /// Makes a file as `path`.
    public static ShmWriter create(Path path, ProcessFacts process, ShmCapacities capacities) throws IOException {
        MappedFile file = MappedFile.create(path, capacities);
        ShmWriter writer = new ShmWriter(file, capacities);
        writer.writeHeader(process);
        writer.writeCommunicator(0, CommunicatorSpec.of(0, -1, -1).on(-1, ""));
        file.setInt(ShmLayout.Header.VERSION, ShmLayout.VERSION);
        MappedFile.publish(path);
        return writer;
    }

    private void writeHeader(ProcessFacts process) {
        file.setLong(ShmLayout.Header.MAGIC, ShmLayout.MAGIC);
        file.setInt(ShmLayout.Header.HEADER_BYTES, ShmLayout.Header.SIZE);
        file.writeSectionTable();
        file.setInt(ShmLayout.Header.PID, process.processId());
        file.setLong(ShmLayout.Header.PROCESS_START_TICKS, process.startTicks());
        file.setLong(ShmLayout.Header.ANCHOR_MONOTONIC_NANOS, process.anchorMonotonicNanos());
        file.setLong(ShmLayout.Header.ANCHOR_WALL_NANOS, process.anchorWallNanos());
        file.setInt(ShmLayout.Header.PROFILER_API, process.profilerApi());
        file.setInt(ShmLayout.Header.NCCL_VERSION, process.ncclVersion());
        file.setInt(ShmLayout.Header.ENVIRONMENT_WORLD_SIZE, process.worldSize());
        file.setInt(ShmLayout.Header.ENVIRONMENT_WORLD_RANK, process.worldRank());
        file.setInt(ShmLayout.Header.ENVIRONMENT_LOCAL_RANK, -1);
        file.setText(ShmLayout.Header.HOST, ShmLayout.Header.HOST_BYTES, process.host());
        file.setText(ShmLayout.Header.BOOT_ID, ShmLayout.Header.BOOT_ID_BYTES, process.bootId());
        file.setText(ShmLayout.Header.PLUGIN_VERSION, ShmLayout.Header.PLUGIN_VERSION_BYTES, "java");
        writeEnvironment(process);
        state(ShmProcessState.LIVE);
    }

    private void writeEnvironment(ProcessFacts process) {
        int used = 0;
        for (Map.Entry<String, String> variable : process.environment().entrySet()) {
            int left = ShmLayout.ENVIRONMENT_BYTES - used;
            used += 1
                    + file.setText(
                            ShmLayout.Header.ENVIRONMENT + used, left, variable.getKey() + "=" + variable.getValue());
        }
        file.setInt(ShmLayout.Header.ENVIRONMENT_USED_BYTES, used);
    }

    /// Says what the process does.
    public void state(ShmProcessState state) {
        file.setInt(ShmLayout.Header.PROCESS_STATE, state.number());
    }

    /// Counts something that the plugin refused, lost or did not believe.
    public void count(ShmCounter counter, long times) {
        file.add(file.entry(ShmLayout.SECTION_COUNTERS, counter.index()), times);
    }

    /// Adds a communicator and gives its row.
    public int communicator(CommunicatorSpec spec) {
        int row = communicators++;
        writeCommunicator(row, spec);
        return row;
    }

    private void writeCommunicator(int row, CommunicatorSpec spec) {
        long at = row(row);
        file.setInt(at + ShmLayout.Communicator.SERIAL, serial++);
        file.setLong(at + ShmLayout.Communicator.HASH, spec.hash());
        file.setInt(at + ShmLayout.Communicator.NRANKS, spec.ranks());
        file.setInt(at + ShmLayout.Communicator.NNODES, spec.nodes());
        file.setInt(at + ShmLayout.Communicator.COMM_RANK, spec.commRank());
        file.setInt(at + ShmLayout.Communicator.CUDA_DEVICE, spec.cudaDevice());
        file.setLong(at + ShmLayout.Communicator.CREATED_MONOTONIC_NANOS, spec.createdMonotonicNanos());
        file.setText(at + ShmLayout.Communicator.NAME, ShmLayout.Communicator.NAME_BYTES, spec.name());
        file.setText(at + ShmLayout.Communicator.PCI_BUS_ID, ShmLayout.Communicator.PCI_BUS_ID_BYTES, spec.pciBusId());
        file.setInt(at + ShmLayout.Communicator.STATE, ShmLayout.COMMUNICATOR_LIVE);
    }

    /// Finalizes a communicator; its row keeps what it holds.
    public void closeCommunicator(int row) {
        file.setInt(row(row) + ShmLayout.Communicator.STATE, ShmLayout.COMMUNICATOR_CLOSED);
    }

    /// Gives a row to another communicator, as happens when the first one is long gone. Its series end.
    public void replaceCommunicator(int row, CommunicatorSpec spec) {
        file.setInt(row(row) + ShmLayout.Communicator.STATE, ShmLayout.COMMUNICATOR_FREE);
        series.entrySet().removeIf(known -> endIfOfRow(row, known.getKey(), known.getValue()));
        file.clear(row(row), ShmLayout.Communicator.SIZE);
        int first = row * ShmLayout.CHANNELS_PER_COMMUNICATOR;
        file.clear(
                file.entry(ShmLayout.SECTION_CHANNELS, first),
                (long) ShmLayout.CHANNELS_PER_COMMUNICATOR * ShmLayout.Channel.SIZE);
        writeCommunicator(row, spec);
    }

    private boolean endIfOfRow(int row, long key, int index) {
        if (ShmSeriesKey.row(key) != row) {
            return false;
        }
        file.setLong(file.entry(ShmLayout.SECTION_SERIES_KEYS, index) + ShmLayout.SeriesKey.KEY, 0);
        file.clear(cell(index), ShmLayout.SeriesCell.SIZE);
        return true;
    }

    /// Enqueues an operation and gives its slot.
    public int enqueue(int row, OperationSpec operation) {
        int index = nextSlot++ % slots;
        long used = Math.max(index + 1, file.getLong(ShmLayout.Header.SLOTS_USED));
        file.setLong(ShmLayout.Header.SLOTS_USED, used);
        long at = slot(index);
        file.setInt(at + ShmLayout.Slot.OWNER_SERIAL, serialOf(row));
        file.setLong(at + ShmLayout.Slot.ORDINAL, file.add(row(row) + ShmLayout.Communicator.OPERATIONS_ENQUEUED, 1));
        file.setLong(at + ShmLayout.Slot.SEQUENCE, operation.sequence());
        file.setLong(at + ShmLayout.Slot.BYTES, operation.sizeBytes());
        file.setLong(at + ShmLayout.Slot.ENQUEUED_MONOTONIC_NANOS, operation.enqueuedMonotonicNanos());
        file.setInt(at + ShmLayout.Slot.SERIES, series(row, operation));
        file.setInt(at + ShmLayout.Slot.PEER, operation.peer());
        file.setShort(at + ShmLayout.Slot.COMMUNICATOR_ROW, row);
        file.setByte(at + ShmLayout.Slot.FUNCTION, name(operation.function()));
        file.setByte(at + ShmLayout.Slot.ALGORITHM, name(operation.algorithm()));
        file.setByte(at + ShmLayout.Slot.PROTOCOL, name(operation.protocol()));
        file.setByte(at + ShmLayout.Slot.REPORTED_CHANNELS, operation.reportedChannels());
        file.setByte(at + ShmLayout.Slot.KIND, operation.kind());
        file.setByte(at + ShmLayout.Slot.SIZE_CLASS, operation.sizeClass());
        int generation = file.getInt(at + ShmLayout.Slot.GENERATION) + 1 | GENERATION_TOP;
        file.setInt(at + ShmLayout.Slot.GENERATION, generation);
        return index;
    }

    /// Lets a channel of an operation start at a moment of the GPU's clock.
    public void startChannel(int slot, int channel, long gpuNanos) {
        long at = slot(slot);
        long started = file.getLong(at + ShmLayout.Slot.STARTED_CHANNELS);
        long first = file.getLong(at + ShmLayout.Slot.FIRST_START_GPU);
        file.setLong(at + ShmLayout.Slot.FIRST_START_GPU, started == 0 ? gpuNanos : Math.min(first, gpuNanos));
        file.setLong(at + ShmLayout.Slot.STARTED_CHANNELS, started | 1L << channel);
    }

    /// Lets a channel stop. The operation is not done by that.
    public void stopChannel(int slot, int channel, long gpuNanos) {
        long at = slot(slot);
        long last = file.getLong(at + ShmLayout.Slot.LAST_STOP_GPU);
        long stopped = file.getLong(at + ShmLayout.Slot.STOPPED_CHANNELS);
        file.setLong(at + ShmLayout.Slot.LAST_STOP_GPU, Math.max(last, gpuNanos));
        file.setLong(at + ShmLayout.Slot.STOPPED_CHANNELS, stopped | 1L << channel);
    }

    /// Counts an operation by its stamps and declares it done.
    public void complete(int slot) {
        long at = slot(slot);
        complete(slot, at, ShmLayout.RECORD_TIMED);
    }

    /// Counts an operation whose stamps cannot be true and declares it done.
    public void completeSuspect(int slot) {
        complete(slot, slot(slot), ShmLayout.RECORD_SUSPECT);
    }

    private void complete(int slot, long at, int flags) {
        int channels = Long.bitCount(file.getLong(at + ShmLayout.Slot.STARTED_CHANNELS));
        Ending ending = new Ending(
                file.getLong(at + ShmLayout.Slot.FIRST_START_GPU),
                file.getLong(at + ShmLayout.Slot.LAST_STOP_GPU),
                flags);
        file.clear(at + ShmLayout.Slot.STARTED_CHANNELS, ShmLayout.Slot.SIZE - ShmLayout.Slot.STARTED_CHANNELS);
        count(file.getInt(at + ShmLayout.Slot.SERIES), file.getLong(at + ShmLayout.Slot.BYTES), ending);
        record(at, channels, ending);
        noteDone(at);
        file.setInt(at + ShmLayout.Slot.DONE_GENERATION, file.getInt(slot(slot) + ShmLayout.Slot.GENERATION));
    }

    private void noteDone(long slot) {
        int row = Short.toUnsignedInt(file.getShort(slot + ShmLayout.Slot.COMMUNICATOR_ROW));
        file.add(row(row) + ShmLayout.Communicator.OPERATIONS_DONE, 1);
        long lastDone = row(row) + ShmLayout.Communicator.LAST_DONE_ORDINAL;
        file.setLong(lastDone, Math.max(file.getLong(lastDone), file.getLong(slot + ShmLayout.Slot.ORDINAL)));
    }

    private void count(int series, long bytes, Ending ending) {
        long at = cell(series);
        file.add(at + ShmLayout.SeriesCell.CALLS, 1);
        file.add(at + ShmLayout.SeriesCell.BYTES, bytes);
        if (ending.flags() == ShmLayout.RECORD_SUSPECT) {
            file.add(at + ShmLayout.SeriesCell.SUSPECT, 1);
            return;
        }
        long nanos = ending.stop() - ending.start();
        file.add(at + ShmLayout.SeriesCell.SUM_NANOS, nanos);
        file.add(at + ShmLayout.SeriesCell.BUCKET_0 + (long) DurationBuckets.indexOf(nanos) * WORD, 1);
    }

    private void record(long slot, int channels, Ending ending) {
        long number = file.add(file.entry(ShmLayout.SECTION_RING_HEAD, 0) + ShmLayout.RingHead.RESERVED, 1) + 1;
        long at = file.entry(ShmLayout.SECTION_RING, (int) ((number - 1) % ring));
        int series = file.getInt(slot + ShmLayout.Slot.SERIES);
        long key = file.getLong(file.entry(ShmLayout.SECTION_SERIES_KEYS, series) + ShmLayout.SeriesKey.KEY);
        file.setLong(at + ShmLayout.RingRecord.NUMBER, 0);
        file.setLong(
                at + ShmLayout.RingRecord.ENQUEUED_MONOTONIC_NANOS,
                file.getLong(slot + ShmLayout.Slot.ENQUEUED_MONOTONIC_NANOS));
        file.setLong(at + ShmLayout.RingRecord.START_GPU, ending.start());
        file.setLong(at + ShmLayout.RingRecord.STOP_GPU, ending.stop());
        file.setLong(at + ShmLayout.RingRecord.BYTES, file.getLong(slot + ShmLayout.Slot.BYTES));
        file.setLong(at + ShmLayout.RingRecord.ORDINAL, file.getLong(slot + ShmLayout.Slot.ORDINAL));
        file.setLong(at + ShmLayout.RingRecord.SEQUENCE, file.getLong(slot + ShmLayout.Slot.SEQUENCE));
        file.setLong(
                at + ShmLayout.RingRecord.PACKED,
                ShmSeriesKey.namesAndRow(key)
                        | (long) channels << CHANNELS_SHIFT
                        | (long) ending.flags() << FLAGS_SHIFT);
        file.setLong(at + ShmLayout.RingRecord.NUMBER, number);
    }

    /// Enqueues and completes an operation on one channel, with this duration.
    public void run(int row, OperationSpec operation, long startGpuNanos, long durationNanos) {
        int slot = enqueue(row, operation);
        startChannel(slot, 0, startGpuNanos);
        stopChannel(slot, 0, startGpuNanos + durationNanos);
        complete(slot);
        file.add(row(row) + ShmLayout.Communicator.BUSY_NANOS, durationNanos);
    }

    /// Counts a call of which nothing more is known.
    public void callWithoutTiming(int row, OperationSpec operation) {
        long at = cell(series(row, operation));
        file.add(at + ShmLayout.SeriesCell.CALLS, 1);
        file.add(at + ShmLayout.SeriesCell.BYTES, operation.sizeBytes());
        file.add(at + ShmLayout.SeriesCell.UNTIMED, 1);
    }

    /// Adds to the counters of a channel.
    public void channel(int row, int channel, long startLagNanos, long stopLagNanos, long busyNanos) {
        int index = row * ShmLayout.CHANNELS_PER_COMMUNICATOR + channel;
        long at = file.entry(ShmLayout.SECTION_CHANNELS, index);
        file.add(at + ShmLayout.Channel.OPERATIONS, 1);
        file.add(at + ShmLayout.Channel.START_LAG_NANOS, startLagNanos);
        file.add(at + ShmLayout.Channel.STOP_LAG_NANOS, stopLagNanos);
        file.add(at + ShmLayout.Channel.BUSY_NANOS, busyNanos);
    }

    /// Adds a phase (0 initial sync, 1 compute, 2 final sync) of one channel of an operation's kernel.
    public void phase(int row, OperationSpec operation, int phase, long nanos) {
        long key = ShmSeriesKey.pack(row, name(operation.function()), name(operation.algorithm()), 0, 0, 0);
        int index = 0;
        long at = file.entry(ShmLayout.SECTION_PHASES, index);
        for (long found = file.getLong(at); found != 0 && found != key; found = file.getLong(at)) {
            at = file.entry(ShmLayout.SECTION_PHASES, ++index);
        }
        file.add(at + PhasesLayout.COUNT + (long) phase * WORD, 1);
        file.add(at + PhasesLayout.NANOS + (long) phase * WORD, nanos);
        file.setInt(at + PhasesLayout.OWNER_SERIAL, serialOf(row));
        file.setLong(at + PhasesLayout.KEY, key);
    }

    /// Writes a connection's counters and what is under way on it, whatever was there before.
    public void connection(int row, ConnectionCounters counters) {
        new ConnectionCells(file).write(row, serialOf(row), counters);
    }

    private int series(int row, OperationSpec operation) {
        long key = ShmSeriesKey.pack(
                row,
                name(operation.function()),
                name(operation.algorithm()),
                name(operation.protocol()),
                operation.sizeClass(),
                operation.kind());
        return series.computeIfAbsent(key, absent -> addSeries(key, serialOf(row)));
    }

    private int addSeries(long key, int ownerSerial) {
        int index = 0;
        while (series.containsValue(index)) {
            index++;
        }
        long at = file.entry(ShmLayout.SECTION_SERIES_KEYS, index);
        file.setInt(at + ShmLayout.SeriesKey.OWNER_SERIAL, ownerSerial);
        file.setLong(at + ShmLayout.SeriesKey.KEY, key);
        return index;
    }

    private int name(String text) {
        return names.computeIfAbsent(text, absent -> addName(text, names.size()));
    }

    private int addName(String text, int index) {
        long at = file.entry(ShmLayout.SECTION_NAMES, index);
        int length = file.setText(at + ShmLayout.Name.TEXT, ShmLayout.Name.TEXT_BYTES, text);
        file.setInt(at + ShmLayout.Name.LENGTH, length);
        return index;
    }

    private int serialOf(int row) {
        return file.getInt(row(row) + ShmLayout.Communicator.SERIAL);
    }

    private long row(int row) {
        return file.entry(ShmLayout.SECTION_COMMUNICATORS, row);
    }

    private long slot(int slot) {
        return file.entry(ShmLayout.SECTION_SLOTS, slot);
    }

    private long cell(int series) {
        return file.entry(ShmLayout.SECTION_SERIES_CELLS, series);
    }

    /// Ends the process' part: the lock is gone, the file stays.
    @Override
    public void close() throws IOException {
        file.close();
    }
}
