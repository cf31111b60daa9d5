// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/// The bytes of a shared-memory file, version 1.2: the twin of `plugin/include/shm_layout.h` under the same
/// names. `docs/shared-memory.md` draws the file and says who writes what in which order;
/// `testdata/shared-memory-v1.2.txt` ties the twins together.
///
/// Every struct is a nested class: its `LAYOUT`, the offset of each field that Java touches, and its `SIZE`.
public final class ShmLayout {
    /// The bytes "LOCKSTEP".
    public static final long MAGIC = 0x504554534b434f4cL;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 2;
    public static final int VERSION = VERSION_MAJOR << 16 | VERSION_MINOR;

    public static final int SECTIONS_MAX = 32;
    public static final int COUNTERS_MAX = 64;
    public static final int ENVIRONMENT_BYTES = 2048;
    public static final int BUCKETS = 242;
    public static final int CHANNELS_PER_COMMUNICATOR = 64;
    public static final int SIZE_CLASS_OTHER = 255;

    public static final int SECTION_COUNTERS = 1;
    public static final int SECTION_NAMES = 2;
    public static final int SECTION_COMMUNICATORS = 3;
    public static final int SECTION_SERIES_KEYS = 4;
    public static final int SECTION_SERIES_CELLS = 5;
    public static final int SECTION_SLOTS = 6;
    public static final int SECTION_RING_HEAD = 7;
    public static final int SECTION_RING = 8;
    public static final int SECTION_CHANNELS = 9;
    public static final int SECTION_CONNECTION_KEYS = 10;
    public static final int SECTION_PHASES = 11;
    public static final int SECTION_CONNECTION_CELLS = 12;

    public static final int COMMUNICATOR_FREE = 0;
    public static final int COMMUNICATOR_LIVE = 1;
    public static final int COMMUNICATOR_CLOSED = 2;

    public static final int RECORD_TIMED = 1;
    public static final int RECORD_FUSED = 2;
    public static final int RECORD_SUSPECT = 4;
    public static final int RECORD_SETTLED = 8;

    private static final ValueLayout.OfByte U8 = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private ShmLayout() {}

    /// All structs in the order of the C header.
    public static List<StructLayout> structs() {
        return List.of(
                Section.LAYOUT,
                Header.LAYOUT,
                Name.LAYOUT,
                Communicator.LAYOUT,
                SeriesKey.LAYOUT,
                SeriesCell.LAYOUT,
                Slot.LAYOUT,
                RingHead.LAYOUT,
                RingRecord.LAYOUT,
                Channel.LAYOUT,
                PhasesLayout.LAYOUT,
                ConnectionsLayout.Key.LAYOUT,
                ConnectionsLayout.Cell.LAYOUT);
    }

    /// One row of the section table.
    public static final class Section {
        public static final StructLayout LAYOUT = struct(
                "shm_section_t",
                u32("kind"),
                u32("entry_bytes"),
                u64("offset"),
                u32("capacity"),
                u32("reserved0"),
                u64("reserved1"));
        public static final int KIND = at(LAYOUT, "kind");
        public static final int ENTRY_BYTES = at(LAYOUT, "entry_bytes");
        public static final int OFFSET = at(LAYOUT, "offset");
        public static final int CAPACITY = at(LAYOUT, "capacity");
        public static final int SIZE = size(LAYOUT);

        private Section() {}
    }

    /// The first 4 KB of a file.
    public static final class Header {
        public static final StructLayout LAYOUT = struct(
                "shm_header_t",
                u64("magic"),
                u32("version"),
                u32("header_bytes"),
                u64("file_bytes"),
                u32("section_count"),
                u32("section_entry_bytes"),
                u32("section_table_offset"),
                u32("process_state"),
                u32("pid"),
                u32("uid"),
                u64("pid_namespace"),
                u64("process_start_ticks"),
                u64("anchor_monotonic_nanos"),
                u64("anchor_wall_nanos"),
                u32("profiler_api"),
                u32("nccl_version"),
                u64("size_floor_bytes"),
                u64("activation_mask"),
                u32("environment_world_size"),
                u32("environment_world_rank"),
                u32("environment_local_rank"),
                u32("environment_bytes"),
                u64("slots_used"),
                bytes("host", 64),
                bytes("boot_id", 40),
                bytes("plugin_version", 24),
                u32("ring_shift"),
                u32("step_shift"),
                u32("connections_asked"),
                bytes("reserved0", 756),
                MemoryLayout.sequenceLayout(SECTIONS_MAX, Section.LAYOUT).withName("sections"),
                bytes("environment", ENVIRONMENT_BYTES));
        public static final int MAGIC = at(LAYOUT, "magic");
        public static final int VERSION = at(LAYOUT, "version");
        public static final int HEADER_BYTES = at(LAYOUT, "header_bytes");
        public static final int FILE_BYTES = at(LAYOUT, "file_bytes");
        public static final int SECTION_COUNT = at(LAYOUT, "section_count");
        public static final int SECTION_ENTRY_BYTES = at(LAYOUT, "section_entry_bytes");
        public static final int SECTION_TABLE_OFFSET = at(LAYOUT, "section_table_offset");
        public static final int PROCESS_STATE = at(LAYOUT, "process_state");
        public static final int PID = at(LAYOUT, "pid");
        public static final int UID = at(LAYOUT, "uid");
        public static final int PROCESS_START_TICKS = at(LAYOUT, "process_start_ticks");
        public static final int ANCHOR_MONOTONIC_NANOS = at(LAYOUT, "anchor_monotonic_nanos");
        public static final int ANCHOR_WALL_NANOS = at(LAYOUT, "anchor_wall_nanos");
        public static final int PROFILER_API = at(LAYOUT, "profiler_api");
        public static final int NCCL_VERSION = at(LAYOUT, "nccl_version");
        public static final int SIZE_FLOOR_BYTES = at(LAYOUT, "size_floor_bytes");
        public static final int ENVIRONMENT_WORLD_SIZE = at(LAYOUT, "environment_world_size");
        public static final int ENVIRONMENT_WORLD_RANK = at(LAYOUT, "environment_world_rank");
        public static final int ENVIRONMENT_LOCAL_RANK = at(LAYOUT, "environment_local_rank");
        public static final int ENVIRONMENT_USED_BYTES = at(LAYOUT, "environment_bytes");
        public static final int SLOTS_USED = at(LAYOUT, "slots_used");
        public static final int HOST = at(LAYOUT, "host");
        public static final int HOST_BYTES = bytes(LAYOUT, "host");
        public static final int BOOT_ID = at(LAYOUT, "boot_id");
        public static final int BOOT_ID_BYTES = bytes(LAYOUT, "boot_id");
        public static final int PLUGIN_VERSION = at(LAYOUT, "plugin_version");
        public static final int PLUGIN_VERSION_BYTES = bytes(LAYOUT, "plugin_version");
        public static final int SECTIONS = at(LAYOUT, "sections");
        public static final int ENVIRONMENT = at(LAYOUT, "environment");
        public static final int SIZE = size(LAYOUT);

        private Header() {}
    }

    /// A function, algorithm or protocol.
    public static final class Name {
        public static final StructLayout LAYOUT =
                struct("shm_name_t", u32("length"), u32("reserved0"), bytes("text", 56));
        public static final int LENGTH = at(LAYOUT, "length");
        public static final int TEXT = at(LAYOUT, "text");
        public static final int TEXT_BYTES = bytes(LAYOUT, "text");
        public static final int SIZE = size(LAYOUT);

        private Name() {}
    }

    /// One communicator; row 0 is the overflow communicator.
    public static final class Communicator {
        public static final StructLayout LAYOUT = struct(
                "shm_communicator_t",
                u32("state"),
                u32("serial"),
                u64("hash"),
                u32("nranks"),
                u32("nnodes"),
                u32("comm_rank"),
                u32("cuda_device"),
                u64("created_monotonic_nanos"),
                u64("closed_monotonic_nanos"),
                u32("hash_ordinal"),
                u32("profiler_api"),
                u64("reserved0"),
                bytes("name", 48),
                bytes("pci_bus_id", 16),
                u64("operations_enqueued"),
                u64("calls_without_channels"),
                u64("last_enqueue_monotonic_nanos"),
                MemoryLayout.sequenceLayout(3, U64).withName("reserved1"),
                bytes("device_uuid", 16),
                u64("operations_done"),
                u64("busy_nanos"),
                u64("busy_until_gpu"),
                u64("callbacks"),
                u64("last_done_monotonic_nanos"),
                u64("last_done_ordinal"),
                u64("operations_settled"),
                u64("reserved2"));
        public static final int STATE = at(LAYOUT, "state");
        public static final int SERIAL = at(LAYOUT, "serial");
        public static final int HASH = at(LAYOUT, "hash");
        public static final int NRANKS = at(LAYOUT, "nranks");
        public static final int NNODES = at(LAYOUT, "nnodes");
        public static final int COMM_RANK = at(LAYOUT, "comm_rank");
        public static final int CUDA_DEVICE = at(LAYOUT, "cuda_device");
        public static final int CREATED_MONOTONIC_NANOS = at(LAYOUT, "created_monotonic_nanos");
        public static final int CLOSED_MONOTONIC_NANOS = at(LAYOUT, "closed_monotonic_nanos");
        public static final int HASH_ORDINAL = at(LAYOUT, "hash_ordinal");
        public static final int NAME = at(LAYOUT, "name");
        public static final int NAME_BYTES = bytes(LAYOUT, "name");
        public static final int PCI_BUS_ID = at(LAYOUT, "pci_bus_id");
        public static final int PCI_BUS_ID_BYTES = bytes(LAYOUT, "pci_bus_id");
        public static final int OPERATIONS_ENQUEUED = at(LAYOUT, "operations_enqueued");
        public static final int DEVICE_UUID = at(LAYOUT, "device_uuid");
        public static final int OPERATIONS_DONE = at(LAYOUT, "operations_done");
        public static final int BUSY_NANOS = at(LAYOUT, "busy_nanos");
        public static final int LAST_DONE_ORDINAL = at(LAYOUT, "last_done_ordinal");
        public static final int SIZE = size(LAYOUT);

        private Communicator() {}
    }

    /// What a series counts. {@link ShmSeriesKey} takes `key` apart.
    public static final class SeriesKey {
        public static final StructLayout LAYOUT =
                struct("shm_series_key_t", u64("key"), u32("owner_serial"), u32("reserved0"));
        public static final int KEY = at(LAYOUT, "key");
        public static final int OWNER_SERIAL = at(LAYOUT, "owner_serial");
        public static final int SIZE = size(LAYOUT);

        private SeriesKey() {}
    }

    /// The counters of a series.
    public static final class SeriesCell {
        public static final StructLayout LAYOUT = struct(
                "shm_series_cell_t",
                u64("calls"),
                u64("bytes"),
                u64("sum_nanos"),
                u64("fused"),
                u64("suspect"),
                u64("untimed"),
                MemoryLayout.sequenceLayout(8, U64).withName("reserved0"),
                MemoryLayout.sequenceLayout(BUCKETS, U64).withName("buckets"));
        public static final int CALLS = at(LAYOUT, "calls");
        public static final int BYTES = at(LAYOUT, "bytes");
        public static final int SUM_NANOS = at(LAYOUT, "sum_nanos");
        public static final int FUSED = at(LAYOUT, "fused");
        public static final int SUSPECT = at(LAYOUT, "suspect");
        public static final int UNTIMED = at(LAYOUT, "untimed");
        public static final int BUCKET_0 = at(LAYOUT, "buckets");
        public static final int SIZE = size(LAYOUT);

        private SeriesCell() {}
    }

    /// One operation from enqueue to done.
    public static final class Slot {
        public static final StructLayout LAYOUT = struct(
                "shm_slot_t",
                u32("generation"),
                u32("owner_serial"),
                u64("ordinal"),
                u64("sequence"),
                u64("bytes"),
                u64("enqueued_monotonic_nanos"),
                u32("series"),
                u32("peer"),
                u64("group"),
                U16.withName("communicator_row"),
                U8.withName("function"),
                U8.withName("algorithm"),
                U8.withName("protocol"),
                U8.withName("reported_channels"),
                U8.withName("kind"),
                U8.withName("size_class"),
                u32("done_generation"),
                u32("reserved0"),
                u64("started_channels"),
                u64("stopped_channels"),
                u64("first_start_gpu"),
                u64("last_stop_gpu"),
                MemoryLayout.sequenceLayout(3, U64).withName("reserved1"));
        public static final int GENERATION = at(LAYOUT, "generation");
        public static final int OWNER_SERIAL = at(LAYOUT, "owner_serial");
        public static final int ORDINAL = at(LAYOUT, "ordinal");
        public static final int SEQUENCE = at(LAYOUT, "sequence");
        public static final int BYTES = at(LAYOUT, "bytes");
        public static final int ENQUEUED_MONOTONIC_NANOS = at(LAYOUT, "enqueued_monotonic_nanos");
        public static final int SERIES = at(LAYOUT, "series");
        public static final int PEER = at(LAYOUT, "peer");
        public static final int COMMUNICATOR_ROW = at(LAYOUT, "communicator_row");
        public static final int FUNCTION = at(LAYOUT, "function");
        public static final int ALGORITHM = at(LAYOUT, "algorithm");
        public static final int PROTOCOL = at(LAYOUT, "protocol");
        public static final int REPORTED_CHANNELS = at(LAYOUT, "reported_channels");
        public static final int KIND = at(LAYOUT, "kind");
        public static final int SIZE_CLASS = at(LAYOUT, "size_class");
        public static final int DONE_GENERATION = at(LAYOUT, "done_generation");
        public static final int STARTED_CHANNELS = at(LAYOUT, "started_channels");
        public static final int STOPPED_CHANNELS = at(LAYOUT, "stopped_channels");
        public static final int FIRST_START_GPU = at(LAYOUT, "first_start_gpu");
        public static final int LAST_STOP_GPU = at(LAYOUT, "last_stop_gpu");
        public static final int SIZE = size(LAYOUT);

        private Slot() {}
    }

    /// Where completing threads take their record numbers.
    public static final class RingHead {
        public static final StructLayout LAYOUT = struct(
                "shm_ring_head_t",
                u64("reserved"),
                u64("left_out"),
                MemoryLayout.sequenceLayout(6, U64).withName("reserved0"));
        public static final int RESERVED = at(LAYOUT, "reserved");
        public static final int LEFT_OUT = at(LAYOUT, "left_out");
        public static final int SIZE = size(LAYOUT);

        private RingHead() {}
    }

    /// One completed operation.
    public static final class RingRecord {
        public static final StructLayout LAYOUT = struct(
                "shm_record_t",
                u64("number"),
                u64("enqueued_monotonic_nanos"),
                u64("start_gpu"),
                u64("stop_gpu"),
                u64("bytes"),
                u64("ordinal"),
                u64("sequence"),
                u64("packed"));
        public static final int NUMBER = at(LAYOUT, "number");
        public static final int ENQUEUED_MONOTONIC_NANOS = at(LAYOUT, "enqueued_monotonic_nanos");
        public static final int START_GPU = at(LAYOUT, "start_gpu");
        public static final int STOP_GPU = at(LAYOUT, "stop_gpu");
        public static final int BYTES = at(LAYOUT, "bytes");
        public static final int ORDINAL = at(LAYOUT, "ordinal");
        public static final int SEQUENCE = at(LAYOUT, "sequence");
        public static final int PACKED = at(LAYOUT, "packed");
        public static final int SIZE = size(LAYOUT);

        private RingRecord() {}
    }

    /// Counters of one channel of a communicator.
    public static final class Channel {
        public static final StructLayout LAYOUT = struct(
                "shm_channel_t", u64("operations"), u64("start_lag_nanos"), u64("stop_lag_nanos"), u64("busy_nanos"));
        public static final int OPERATIONS = at(LAYOUT, "operations");
        public static final int START_LAG_NANOS = at(LAYOUT, "start_lag_nanos");
        public static final int STOP_LAG_NANOS = at(LAYOUT, "stop_lag_nanos");
        public static final int BUSY_NANOS = at(LAYOUT, "busy_nanos");
        public static final int SIZE = size(LAYOUT);

        private Channel() {}
    }

    static StructLayout struct(String name, MemoryLayout... fields) {
        return MemoryLayout.structLayout(fields).withName(name);
    }

    static MemoryLayout u32(String name) {
        return U32.withName(name);
    }

    static MemoryLayout u64(String name) {
        return U64.withName(name);
    }

    private static MemoryLayout bytes(String name, int count) {
        return MemoryLayout.sequenceLayout(count, U8).withName(name);
    }

    static int at(StructLayout struct, String field) {
        return Math.toIntExact(struct.byteOffset(PathElement.groupElement(field)));
    }

    private static int bytes(StructLayout struct, String field) {
        return Math.toIntExact(struct.select(PathElement.groupElement(field)).byteSize());
    }

    static int size(StructLayout struct) {
        return Math.toIntExact(struct.byteSize());
    }
}
