// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.CommunicatorSnapshot.LastOrdinals;
import dev.lockstep.core.model.KernelPhases;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.identity.CommunicatorFacts;
import dev.lockstep.shm.ring.RingEntry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads the shared-memory file of one process from outside it, again and again, while it is written.
///
/// Everything is copied with positional reads and checked before it is used; the file is never mapped. Counters
/// of two readings never go back. What did not change since the last reading is the same object. One thread at a
/// time.
public final class ShmReader implements AutoCloseable {
    private static final int MINOR_BITS = 16;
    private static final int MINOR_MASK = 0xffff;
    private static final int NCCL_MAJOR = 10_000;
    private static final int NCCL_MINOR = 100;
    private static final int COPY_BYTES = 16 * 1024;
    private static final long NEVER = -1;

    private final FileCopier file;
    private final ShmHeader header;
    private final LossCounters losses;
    private final NameTable names;
    private final CommunicatorTable communicators;
    private final SeriesTable series;
    private final SlotTable slots;
    private final OperationRing ring;
    private final ChannelTable channels;
    private final PhaseTable phases;
    private final ConnectionTable connections;
    private final Identities identities;

    /// What the header says at the moment of a reading.
    private record Moment(ShmProcessState state, long slotsUsed, int profilerApi, int ncclVersion) {}

    private ShmReader(FileCopier file, ShmHeader header, SectionTable sections, GpuIndex gpuIndex) {
        this.file = file;
        this.header = header;
        this.losses = new LossCounters(sections.counters());
        this.names = new NameTable(sections.names());
        this.communicators = new CommunicatorTable(sections.communicators());
        this.series = new SeriesTable(sections.seriesKeys(), sections.seriesCells());
        this.slots = new SlotTable(sections.slots());
        this.ring = new OperationRing(sections.ringHead(), sections.ring());
        this.channels = new ChannelTable(sections.channels());
        this.phases = new PhaseTable(sections.phases());
        this.connections = new ConnectionTable(sections.connectionKeys(), sections.connectionCells());
        this.identities = new Identities(header, gpuIndex);
    }

    /// Opens a file and checks its header. The buffer may be shared by all readers of a thread.
    public static ShmAttachment attach(Path path, CopyBuffer buffer, GpuIndex gpuIndex) {
        FileChannel channel;
        try {
            channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return new ShmAttachment.NoFile();
        } catch (IOException e) {
            return new ShmAttachment.Damaged(ShmDamage.UNREADABLE, e.toString());
        }
        ShmAttachment attachment = attach(new FileCopier(channel, buffer), gpuIndex);
        if (!(attachment instanceof ShmAttachment.Ready)) {
            closeQuietly(channel);
        }
        return attachment;
    }

    private static ShmAttachment attach(FileCopier file, GpuIndex gpuIndex) {
        try {
            long bytes = file.channel().size();
            if (bytes < ShmLayout.Header.SIZE) {
                return new ShmAttachment.TooShort(bytes);
            }
            return ready(file, bytes, gpuIndex);
        } catch (IOException e) {
            return new ShmAttachment.Damaged(ShmDamage.UNREADABLE, e.toString());
        } catch (DamagedFileException e) {
            return new ShmAttachment.Damaged(e.damage(), e.detail());
        }
    }

    private static ShmAttachment ready(FileCopier file, long bytes, GpuIndex gpuIndex)
            throws IOException, DamagedFileException {
        CopyBuffer buffer = file.copy(0, ShmLayout.Header.SIZE);
        int version = buffer.int32(ShmLayout.Header.VERSION);
        if (version == 0) {
            return new ShmAttachment.UnderConstruction();
        }
        long magic = buffer.int64(ShmLayout.Header.MAGIC);
        if (magic != ShmLayout.MAGIC) {
            return new ShmAttachment.WrongMagic(magic);
        }
        if (version >>> MINOR_BITS != ShmLayout.VERSION_MAJOR) {
            return new ShmAttachment.UnsupportedVersion(version >>> MINOR_BITS, version & MINOR_MASK);
        }
        HeaderRow.checkSizes(buffer, bytes);
        ShmHeader header = HeaderRow.of(buffer);
        SectionTable sections = SectionTable.of(
                buffer,
                buffer.int32(ShmLayout.Header.SECTION_COUNT),
                buffer.int32(ShmLayout.Header.SECTION_ENTRY_BYTES),
                header.fileBytes());
        return new ShmAttachment.Ready(new ShmReader(file, header, sections, gpuIndex));
    }

    /// What never changes about the process.
    public ShmHeader header() {
        return header;
    }

    /// Reads everything that is in use. `nowNanos` is the clock CLOCK_MONOTONIC of this host.
    public ShmReading read(long nowNanos) {
        return read(nowNanos, SlotTable.QUIET_NANOS);
    }

    /// Reads what a process left that is gone. Nothing in the file changes any more, so that an operation of which
    /// every channel has stopped is over without waiting.
    public ShmReading readLast(long nowNanos) {
        return read(nowNanos, 0);
    }

    private ShmReading read(long nowNanos, long quietNanos) {
        try {
            return readAll(nowNanos, quietNanos);
        } catch (IOException e) {
            return new ShmReading.Damaged(ShmDamage.UNREADABLE, e.toString());
        } catch (DamagedFileException e) {
            return new ShmReading.Damaged(e.damage(), e.detail());
        }
    }

    /// The order is the point: {@link SeriesTable}, {@link SlotTable} and {@link CommunicatorTable} say why.
    private ShmReading readAll(long nowNanos, long quietNanos) throws IOException, DamagedFileException {
        Moment moment = readHeader();
        losses.read(file);
        communicators.read(file);
        series.readKeys(file, communicators);
        names.refresh(file);
        losses.add(LossCounters.ReaderLoss.COUNTER_WENT_BACK, series.readCells(file, names));
        losses.add(LossCounters.ReaderLoss.SERIES_TORN, series.confirm(file));
        List<InFlightSlot> inFlight = slots.read(file, moment.slotsUsed());
        phases.read(file, communicators);
        connections.read(file, communicators);
        names.refresh(file);
        channels.read(file, communicators.all());
        communicators.confirm(file);
        Map<Integer, SlotTable.SettledOperation> settled = slots.settled(inFlight, nowNanos, quietNanos);
        Map<Integer, List<OperationInFlight>> operations = operations(inFlight, settled, nowNanos);
        return new ShmReading.Fresh(snapshot(moment, operations, lastStarted(inFlight)), moment.state());
    }

    private Moment readHeader() throws IOException, DamagedFileException {
        if (file.channel().size() < header.fileBytes()) {
            throw new DamagedFileException(
                    ShmDamage.SHRANK, "to " + file.channel().size() + " bytes");
        }
        CopyBuffer buffer = file.copy(0, ShmLayout.Header.SECTIONS);
        if (!HeaderRow.isStill(header, buffer)) {
            throw new DamagedFileException(ShmDamage.HEADER, "names another process or size than before");
        }
        return new Moment(
                processState(buffer.int32(ShmLayout.Header.PROCESS_STATE)),
                buffer.int64(ShmLayout.Header.SLOTS_USED),
                buffer.int32(ShmLayout.Header.PROFILER_API),
                buffer.int32(ShmLayout.Header.NCCL_VERSION));
    }

    private static ShmProcessState processState(int value) throws DamagedFileException {
        return ShmProcessState.of(value)
                .orElseThrow(() -> new DamagedFileException(ShmDamage.VALUE, "process state " + value));
    }

    /// The greatest ordinal of the slots in flight that have started, by row.
    private Map<Integer, Long> lastStarted(List<InFlightSlot> inFlight) {
        Map<Integer, Long> started = new HashMap<>();
        for (InFlightSlot slot : inFlight) {
            if (slot.startedChannels() != 0 && communicators.owns(slot.row(), slot.ownerSerial())) {
                started.merge(slot.row(), slot.ordinal(), Math::max);
            }
        }
        return started;
    }

    private LastOrdinals ordinals(int row, Map<Integer, Long> startedInFlight) {
        OptionalLong finished = communicators.lastFinished(row);
        long started = Math.max(finished.orElse(NEVER), startedInFlight.getOrDefault(row, NEVER));
        return new LastOrdinals(
                communicators.lastEnqueued(row),
                started == NEVER ? OptionalLong.empty() : OptionalLong.of(started),
                finished);
    }

    private ProcessSnapshot snapshot(
            Moment moment, Map<Integer, List<OperationInFlight>> operations, Map<Integer, Long> started)
            throws DamagedFileException {
        Map<Integer, List<OperationSeries>> seriesByRow = series.finish();
        Map<Integer, List<KernelPhases>> phasesByRow = phases.byRow(names);
        Map<Integer, List<ConnectionCounters>> connectionsByRow = connections.byRow();
        List<CommunicatorFacts> all = communicators.all();
        identities.update(communicators);
        List<CommunicatorSnapshot> snapshots = new ArrayList<>(all.size());
        for (CommunicatorFacts communicator : all) {
            int row = communicator.row();
            List<OperationSeries> ofRow = seriesByRow.getOrDefault(row, List.of());
            List<OperationInFlight> nowInFlight = operations.getOrDefault(row, List.of());
            List<ConnectionCounters> onNetwork = connectionsByRow.getOrDefault(row, List.of());
            boolean isEmpty = ofRow.isEmpty() && nowInFlight.isEmpty() && onNetwork.isEmpty();
            if (communicator.isOverflow() && isEmpty) {
                continue;
            }
            snapshots.add(new CommunicatorSnapshot(
                    identities.at(row),
                    ofRow,
                    nowInFlight,
                    channels.at(row),
                    phasesByRow.getOrDefault(row, List.of()),
                    communicators.busyNanos(row),
                    communicators.isClosed(row),
                    communicator.isOverflow() ? LastOrdinals.UNKNOWN : ordinals(row, started),
                    onNetwork));
        }
        return new ProcessSnapshot(process(moment), snapshots, losses.lost(), losses.suspect(), identities.launch());
    }

    /// Sorts the slots in flight: settled ones go into their series, the others to their communicator.
    private Map<Integer, List<OperationInFlight>> operations(
            List<InFlightSlot> inFlight, Map<Integer, SlotTable.SettledOperation> settled, long nowNanos)
            throws DamagedFileException {
        Map<Integer, List<OperationInFlight>> byRow = new HashMap<>();
        for (InFlightSlot slot : inFlight) {
            boolean isOver = !communicators.owns(slot.row(), slot.ownerSerial())
                    || slot.willNeverStart(communicators.lastDoneOrdinal(slot.row()))
                    || settles(slot, settled.get(slot.index()));
            if (isOver) {
                continue;
            }
            byRow.computeIfAbsent(slot.row(), row -> new ArrayList<>())
                    .add(slot.operation(names.key(slot.packedKey()), nowNanos));
        }
        return byRow;
    }

    private boolean settles(InFlightSlot slot, SlotTable.@Nullable SettledOperation operation) {
        return operation != null && series.settle(slot.series(), slot.row(), slot.ownerSerial(), operation);
    }

    private ProcessIdentity process(Moment moment) {
        return new ProcessIdentity(
                header.host(),
                header.processId(),
                identities.jobId(),
                ncclVersion(moment.ncclVersion()),
                moment.profilerApi() > 0 ? OptionalInt.of(moment.profilerApi()) : OptionalInt.empty());
    }

    private static Optional<String> ncclVersion(int version) {
        if (version <= 0) {
            return Optional.empty();
        }
        return Optional.of(version / NCCL_MAJOR + "." + version % NCCL_MAJOR / NCCL_MINOR + "." + version % NCCL_MINOR);
    }

    /// Takes records that are no longer in the ring as read by somebody else: for the first reading of a file
    /// that was there before this reader's process.
    public void skipOverwrittenOperations() {
        try {
            ring.skipOverwritten(file);
        } catch (IOException | DamagedFileException e) {
            // The next reading finds the same and says so.
            return;
        }
    }

    /// Delivers the operations that were completed since the last call; what was overwritten meanwhile is
    /// counted among the losses of the next {@link #read}. Absent means that all went well.
    public Optional<ShmReading.Damaged> readOperations(Consumer<OperationRecord> sink) {
        return visitOperations(entry -> sink.accept(entry.toRecord()));
    }

    /// The same without making objects of them.
    public Optional<ShmReading.Damaged> visitOperations(Consumer<RingEntry> sink) {
        OperationRing.Pass pass = new OperationRing.Pass(communicators, names, sink);
        try {
            ring.read(file, pass);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(new ShmReading.Damaged(ShmDamage.UNREADABLE, e.toString()));
        } catch (DamagedFileException e) {
            return Optional.of(new ShmReading.Damaged(e.damage(), e.detail()));
        } finally {
            losses.add(LossCounters.ReaderLoss.RING_OVERWRITTEN, pass.overwritten());
            losses.add(LossCounters.ReaderLoss.RING_UNWRITTEN, pass.unwritten());
        }
    }

    /// Looks at the ring's head alone: what was completed since the last call is delivered to nobody, what was
    /// overwritten meanwhile is counted as {@link #visitOperations} does.
    public Optional<ShmReading.Damaged> passOverOperations() {
        try {
            losses.add(LossCounters.ReaderLoss.RING_OVERWRITTEN, ring.passOver(file));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(new ShmReading.Damaged(ShmDamage.UNREADABLE, e.toString()));
        } catch (DamagedFileException e) {
            return Optional.of(new ShmReading.Damaged(e.damage(), e.detail()));
        }
    }

    /// Copies the whole file, as long as its header says, to the start of another one; blank pieces become holes.
    /// What is copied of a process that lives is a mixture of moments. Absent means that all went well.
    ///
    /// @throws IOException if the other file cannot be written
    public Optional<ShmReading.Damaged> copyTo(FileChannel target) throws IOException {
        try {
            for (long offset = 0; offset < header.fileBytes(); offset += COPY_BYTES) {
                CopyBuffer piece = file.copy(offset, (int) Math.min(COPY_BYTES, header.fileBytes() - offset));
                if (!piece.isBlank()) {
                    piece.writeTo(target, offset);
                }
            }
            return Optional.empty();
        } catch (DamagedFileException e) {
            return Optional.of(new ShmReading.Damaged(e.damage(), e.detail()));
        }
    }

    /// Whether the process that writes the file lives: it holds a POSIX lock on the file for as long, which is
    /// seen from every container. Where the lock cannot be asked for, the process counts as living.
    public boolean writerLives() {
        try (FileLock lock = file.channel().tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (IOException | OverlappingFileLockException e) {
            return true;
        }
    }

    @Override
    public void close() {
        closeQuietly(file.channel());
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Only reading was done: nothing can be lost by this.
            return;
        }
    }
}
