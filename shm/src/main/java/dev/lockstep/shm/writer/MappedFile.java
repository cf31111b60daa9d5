// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.writer;

import dev.lockstep.shm.ConnectionsLayout;
import dev.lockstep.shm.PhasesLayout;
import dev.lockstep.shm.ShmLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// A file of the layout, mapped for writing: words are stored as the plugin stores them, and the sections lie
/// where the section table says.
final class MappedFile implements AutoCloseable {
    private static final VarHandle LONG =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final VarHandle INT =
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final long LINE = 64;

    private record Section(int kind, long offset, int capacity, int entryBytes) {
        long end() {
            return offset + (long) capacity * entryBytes;
        }
    }

    private final FileChannel channel;
    private final FileLock lock;
    private final Arena arena;
    private final MemorySegment memory;
    private final List<Section> sections;

    /// The lock is not released before the channel is closed: it says that the process lives.
    @SuppressWarnings("MustBeClosedChecker")
    private MappedFile(FileChannel channel, List<Section> sections) throws IOException {
        this.channel = channel;
        this.lock = channel.lock();
        this.sections = sections;
        this.arena = Arena.ofShared();
        this.memory = channel.map(
                FileChannel.MapMode.READ_WRITE, 0, sections.getLast().end(), arena);
    }

    /// Makes the file under a hidden name, locks it for as long as it is open, and leaves the rest to the
    /// caller.
    static MappedFile create(Path path, ShmCapacities capacities) throws IOException {
        FileChannel channel = FileChannel.open(
                hidden(path),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        return new MappedFile(channel, sections(capacities));
    }

    /// Gives the file its name.
    static void publish(Path path) throws IOException {
        Files.move(hidden(path), path, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path hidden(Path path) {
        return path.resolveSibling("." + Objects.requireNonNull(path.getFileName()));
    }

    private static List<Section> sections(ShmCapacities capacities) {
        int channels = capacities.communicators() * ShmLayout.CHANNELS_PER_COMMUNICATOR;
        List<Section> sections = new ArrayList<>();
        add(sections, ShmLayout.SECTION_COUNTERS, ShmLayout.COUNTERS_MAX, Long.BYTES);
        add(sections, ShmLayout.SECTION_NAMES, capacities.names(), ShmLayout.Name.SIZE);
        add(sections, ShmLayout.SECTION_COMMUNICATORS, capacities.communicators(), ShmLayout.Communicator.SIZE);
        add(sections, ShmLayout.SECTION_SERIES_KEYS, capacities.series(), ShmLayout.SeriesKey.SIZE);
        add(sections, ShmLayout.SECTION_SERIES_CELLS, capacities.series(), ShmLayout.SeriesCell.SIZE);
        add(sections, ShmLayout.SECTION_SLOTS, capacities.slots(), ShmLayout.Slot.SIZE);
        add(sections, ShmLayout.SECTION_RING_HEAD, 1, ShmLayout.RingHead.SIZE);
        add(sections, ShmLayout.SECTION_RING, capacities.ring(), ShmLayout.RingRecord.SIZE);
        add(sections, ShmLayout.SECTION_CHANNELS, channels, ShmLayout.Channel.SIZE);
        add(sections, ShmLayout.SECTION_PHASES, capacities.series(), PhasesLayout.SIZE);
        add(sections, ShmLayout.SECTION_CONNECTION_KEYS, capacities.connections(), ConnectionsLayout.Key.SIZE);
        add(sections, ShmLayout.SECTION_CONNECTION_CELLS, capacities.connections(), ConnectionsLayout.Cell.SIZE);
        return sections;
    }

    private static void add(List<Section> sections, int kind, int capacity, int entryBytes) {
        long end =
                sections.isEmpty() ? ShmLayout.Header.SIZE : sections.getLast().end();
        sections.add(new Section(kind, Math.ceilDiv(end, LINE) * LINE, capacity, entryBytes));
    }

    void writeSectionTable() {
        setInt(ShmLayout.Header.SECTION_COUNT, sections.size());
        setInt(ShmLayout.Header.SECTION_ENTRY_BYTES, ShmLayout.Section.SIZE);
        setInt(ShmLayout.Header.SECTION_TABLE_OFFSET, ShmLayout.Header.SECTIONS);
        setLong(ShmLayout.Header.FILE_BYTES, memory.byteSize());
        for (int i = 0; i < sections.size(); i++) {
            long row = ShmLayout.Header.SECTIONS + (long) i * ShmLayout.Section.SIZE;
            setInt(row + ShmLayout.Section.KIND, sections.get(i).kind());
            setInt(row + ShmLayout.Section.ENTRY_BYTES, sections.get(i).entryBytes());
            setLong(row + ShmLayout.Section.OFFSET, sections.get(i).offset());
            setInt(row + ShmLayout.Section.CAPACITY, sections.get(i).capacity());
        }
    }

    /// Where an entry of a section lies.
    long entry(int kind, int index) {
        Section section = sections.stream()
                .filter(each -> each.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no section " + kind));
        return section.offset() + (long) Objects.checkIndex(index, section.capacity()) * section.entryBytes();
    }

    long getLong(long offset) {
        return (long) LONG.getAcquire(memory, offset);
    }

    int getInt(long offset) {
        return (int) INT.getAcquire(memory, offset);
    }

    void setLong(long offset, long value) {
        LONG.setRelease(memory, offset, value);
    }

    void setInt(long offset, int value) {
        INT.setRelease(memory, offset, value);
    }

    short getShort(long offset) {
        return memory.get(ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN), offset);
    }

    void setShort(long offset, int value) {
        memory.set(ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN), offset, (short) value);
    }

    void setByte(long offset, int value) {
        memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }

    /// Adds, and gives what was there before.
    long add(long offset, long value) {
        return (long) LONG.getAndAdd(memory, offset, value);
    }

    /// Writes a text, cut to the field and ended by NUL.
    int setText(long offset, int fieldBytes, String text) {
        byte[] bytes = Arrays.copyOf(
                text.getBytes(StandardCharsets.UTF_8),
                Math.min(text.getBytes(StandardCharsets.UTF_8).length, fieldBytes - 1));
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, bytes.length);
        setByte(offset + bytes.length, 0);
        return bytes.length;
    }

    void clear(long offset, long bytes) {
        memory.asSlice(offset, bytes).fill((byte) 0);
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
        arena.close();
    }
}
