/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bytes of a shared-memory file, version 1.2. docs/shared-memory.md is normative: it draws the
 * file, fixes who writes what in which order, and says what a reader may conclude. This header and
 * the Java class ShmLayout are its two twins; testdata/shared-memory-v1.2.txt ties them together.
 *
 * Threads: each struct says which thread writes it. Everything a reader may see while it changes is
 * an aligned atomic word. No pointer, no size and no index in here is ever trusted when read back.
 */
#ifndef LOCKSTEP_SHM_LAYOUT_H
#define LOCKSTEP_SHM_LAYOUT_H

#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define SHM_MAGIC UINT64_C(0x504554534b434f4c) /* the bytes "LOCKSTEP" */
#define SHM_VERSION_MAJOR 1u
#define SHM_VERSION_MINOR 2u
#define SHM_VERSION ((SHM_VERSION_MAJOR << 16) | SHM_VERSION_MINOR)

#define SHM_HEADER_BYTES 4096u
#define SHM_SECTIONS_OFFSET 1024u
#define SHM_SECTIONS_MAX 32u
#define SHM_ENVIRONMENT_BYTES 2048u

/* Capacities of a full-sized file (about 3.7 MB); a small tmpfs gets fewer, so readers take them from the
 * section table. */
#define SHM_COUNTERS_MAX 64u
#define SHM_NAMES_MAX 128u
#define SHM_COMMUNICATORS_MAX 256u
#define SHM_SERIES_MAX 512u
#define SHM_SLOTS_MAX 4096u
#define SHM_RING_MAX 16384u
#define SHM_CHANNELS_PER_COMMUNICATOR 64u
#define SHM_PHASES_MAX 256u
#define SHM_PHASE_KINDS 3u /* initial sync, compute, final sync */
#define SHM_CONNECTIONS_MAX 1024u
#define SHM_STEP_STATES 4u
#define SHM_TRANSFER_BUCKETS 32u /* of schema 0: bucket i holds up to 2^(i-20) s, the last all above 2^10 s */

/* Duration buckets: native-histogram schema 3 in seconds. Bucket 0 holds everything up to 2^-20 s, bucket
 * i (1..240) everything up to 2^((i-160)/8) s, bucket 241 everything above 2^10 s. Upper bounds are
 * inclusive. */
#define SHM_BUCKETS 242u
#define SHM_BUCKET_SCHEMA 3
#define SHM_BUCKET_INDEX_OFFSET 160

enum shm_section_kind {
    SHM_SECTION_COUNTERS = 1,
    SHM_SECTION_NAMES = 2,
    SHM_SECTION_COMMUNICATORS = 3,
    SHM_SECTION_SERIES_KEYS = 4,
    SHM_SECTION_SERIES_CELLS = 5,
    SHM_SECTION_SLOTS = 6,
    SHM_SECTION_RING_HEAD = 7,
    SHM_SECTION_RING = 8,
    SHM_SECTION_CHANNELS = 9,
    SHM_SECTION_CONNECTION_KEYS = 10,  /* from 1.2, as the cells */
    SHM_SECTION_PHASES = 11,           /* from 1.1 */
    SHM_SECTION_CONNECTION_CELLS = 12,
};

enum shm_process_state {
    SHM_PROCESS_STARTING = 0,
    SHM_PROCESS_LIVE = 1,
    SHM_PROCESS_CLOSED = 2,   /* the last communicator was finalized, or the library was unloaded */
    SHM_PROCESS_SWITCHED_OFF = 3, /* by the control file; counters are complete up to then */
};

enum shm_communicator_state {
    SHM_COMMUNICATOR_FREE = 0,
    SHM_COMMUNICATOR_LIVE = 1,
    SHM_COMMUNICATOR_CLOSED = 2, /* finalized; the row keeps its identity for at least 60 s */
};

/* How a series or a slot is counted. */
enum shm_kind {
    SHM_KIND_KERNEL = 0,      /* timed by kernel channels */
    SHM_KIND_CALL_ONLY = 1,   /* NCCL reported the call and nothing else */
    SHM_KIND_SELF = 2,        /* Send or Recv to oneself: never has a channel */
    SHM_KIND_COPY_ENGINE = 3, /* copy engine: stop means enqueued on the stream */
    SHM_KIND_CPU_TIMED = 4,   /* API v3: no GPU stamps, so counted without a duration */
};

/* Indices into the counters section. Refusals and losses first, suspect timings from 32. */
enum shm_counter {
    SHM_DROP_COMMUNICATOR_TABLE_FULL = 0,
    SHM_DROP_SERIES_TABLE_FULL = 1,
    SHM_DROP_NAME_TABLE_FULL = 2,
    SHM_DROP_SLOT_TABLE_FULL = 3,
    SHM_DROP_STALE_HANDLE = 4,
    SHM_DROP_FOREIGN_EVENT = 5,
    SHM_DROP_UNKNOWN_EVENT = 6,
    SHM_DROP_CHANNEL_OUT_OF_RANGE = 7,
    SHM_DROP_CHANNEL_REPEATED = 8,
    SHM_DROP_CHANNEL_LATE = 9,
    SHM_DROP_PARENT_MISSING = 10,
    SHM_DROP_UNKNOWN_DATATYPE = 11,
    SHM_DROP_BELOW_SIZE_FLOOR = 12,
    SHM_DROP_NEVER_STARTED = 13, /* reclaimed: no channel ever started although later operations ended */
    SHM_DROP_UNKNOWN_CONTEXT = 14,
    SHM_DROP_API_TABLE_FULL = 15, /* more open CollApi events than fit: call-only cannot be told */
    SHM_DROP_CONTROL_UNREADABLE = 16, /* a line of the control file that changed nothing; from 1.1 */
    SHM_DROP_PHASE_UNUSABLE = 17, /* a kernel phase without its channel, a stamp or room; from 1.1 */
    SHM_DROP_CHAINED_EVENT = 18, /* kept from the plugin behind this one: no handle left for it; from 1.1 */
    SHM_DROP_PROXY_TABLE_FULL = 19, /* proxy operations that were not followed; from 1.2, as the next three */
    SHM_DROP_CONNECTION_TABLE_FULL = 20, /* proxy operations counted in the connection "other" */
    SHM_DROP_STEP_UNUSABLE = 21, /* a step's event without its operation, or after the step's end */
    SHM_DROP_STEP_UNFINISHED = 22, /* steps that had not ended when their operation had */
    SHM_SUSPECT_STOP_BEFORE_START = 32,
    SHM_SUSPECT_REPEATED_STAMPS = 33,
    SHM_SUSPECT_OVERLAPS_PREVIOUS = 34, /* starts before the channel's previous operation stopped */
    SHM_SUSPECT_AFTER_BROADCAST = 35,   /* stamps precede the enqueue once a Broadcast went unreported */
    SHM_SUSPECT_MISSING_STAMP = 36,     /* a start or stop stamp of zero, or a stop without one */
};

typedef struct {
    uint32_t kind;
    uint32_t entry_bytes;
    uint64_t offset;
    uint32_t capacity; /* entries */
    uint32_t reserved0;
    uint64_t reserved1;
} shm_section_t;

/* Written once before the file gets its name; afterwards only the atomic words change. */
typedef struct {
    uint64_t magic;
    _Atomic uint32_t version; /* major << 16 | minor; 0 = under construction; published last */
    uint32_t header_bytes;
    uint64_t file_bytes;
    uint32_t section_count;
    uint32_t section_entry_bytes;
    uint32_t section_table_offset;
    _Atomic uint32_t process_state;
    uint32_t pid; /* in the process's own pid namespace */
    uint32_t uid;
    uint64_t pid_namespace;       /* inode of /proc/self/ns/pid; 0 = unknown */
    uint64_t process_start_ticks; /* field 22 of /proc/self/stat */
    uint64_t anchor_monotonic_nanos;
    uint64_t anchor_wall_nanos;    /* the wall clock at the same moment */
    _Atomic uint32_t profiler_api; /* 3 to 7, as NCCL chose; 0 before the first init */
    uint32_t nccl_version;         /* as ncclGetVersion gives it, e.g. 23007; 0 = unknown */
    _Atomic uint64_t size_floor_bytes;
    _Atomic uint64_t activation_mask;
    int32_t environment_world_size; /* -1 = absent, as the next two */
    int32_t environment_world_rank;
    int32_t environment_local_rank;
    uint32_t environment_bytes; /* used bytes of environment[] */
    _Atomic uint64_t slots_used; /* high-water marks: readers copy no further */
    char host[64];
    char boot_id[40];
    char plugin_version[24];
    _Atomic uint32_t ring_shift; /* one operation of 2^ring_shift is in the ring; 64 = none; from 1.1 */
    _Atomic uint32_t step_shift; /* one step of 2^step_shift is timed; 64 = none; from 1.2 */
    _Atomic uint32_t connections_asked; /* 1 = NCCL was asked for proxy and network events; from 1.2 */
    uint8_t reserved0[756];
    shm_section_t sections[SHM_SECTIONS_MAX];
    char environment[SHM_ENVIRONMENT_BYTES]; /* NAME=value, each ended by NUL */
} shm_header_t;

/* A function, algorithm or protocol as NCCL spells it. Index 0 is the empty name. Any thread adds one;
 * published by its length. */
typedef struct {
    _Atomic uint32_t length; /* 0 = free */
    uint32_t reserved0;
    char text[56]; /* ended by NUL, cut to 55 bytes */
} shm_name_t;

/* Row 0 is the overflow communicator "other": operations of communicators that found no row. */
typedef struct {
    /* Line 0, 1: identity, written by init before state is published. */
    _Atomic uint32_t state;
    uint32_t serial; /* never used twice in a process; row 0 has serial 1 */
    uint64_t hash;
    int32_t nranks; /* -1 = NCCL does not say (API v3), as the next two */
    int32_t nnodes;
    int32_t comm_rank;
    int32_t cuda_device; /* CUDA ordinal; -1 = no driver in the process */
    uint64_t created_monotonic_nanos;
    _Atomic uint64_t closed_monotonic_nanos; /* 0 while live */
    uint32_t hash_ordinal; /* how many communicators of this hash and rank this process had before */
    uint32_t profiler_api;
    uint64_t reserved0;
    char name[48];
    char pci_bus_id[16]; /* "0000:1b:00.0"; empty = absent */
    /* Line 2: written by the thread that enqueues. */
    _Atomic uint64_t operations_enqueued; /* the ordinal over all functions of the next operation */
    _Atomic uint64_t calls_without_channels; /* call-only, self and copy-engine operations */
    _Atomic uint64_t last_enqueue_monotonic_nanos;
    uint64_t reserved1[3];
    uint8_t device_uuid[16]; /* zero = absent */
    /* Line 3: written by the thread that sees the channels end. */
    _Atomic uint64_t operations_done;
    _Atomic uint64_t busy_nanos;     /* union of the spans of its operations */
    _Atomic uint64_t busy_until_gpu; /* GPU clock; where the union ends so far */
    _Atomic uint64_t callbacks;
    _Atomic uint64_t last_done_monotonic_nanos;
    _Atomic uint64_t last_done_ordinal;
    _Atomic uint64_t operations_settled; /* done only because a later one started */
    uint64_t reserved2;
} shm_communicator_t;

/* key: bit 63 in use | kind 48..51 | size class 40..47 | protocol 32..39 | algorithm 24..31 |
 * function 16..23 | communicator row 0..15. Names are indices into the names section. Series 0..n of kind
 * CALL_ONLY, SELF and COPY_ENGINE belong to the enqueuing thread, the rest to the thread that sees the
 * channels end; series whose size class is SHM_SIZE_CLASS_OTHER or whose row is 0 are shared by all threads. */
typedef struct {
    _Atomic uint64_t key;
    _Atomic uint32_t owner_serial; /* serial of the communicator; a row whose serial differs is stale */
    uint32_t reserved0;
} shm_series_key_t;

#define SHM_SIZE_CLASS_OTHER 255u

/* calls = sum of buckets + suspect + untimed. Counters never go back. */
typedef struct {
    _Atomic uint64_t calls;
    _Atomic uint64_t bytes;     /* as nccl-tests count the size, summed over calls */
    _Atomic uint64_t sum_nanos; /* of the durations in the buckets */
    _Atomic uint64_t fused;     /* observations that share their stamps with others of their group */
    _Atomic uint64_t suspect;   /* calls whose timing cannot be true */
    _Atomic uint64_t untimed;   /* calls that never had a timing */
    uint64_t reserved0[8];
    _Atomic uint64_t buckets[SHM_BUCKETS];
} shm_series_cell_t;

/* One operation from enqueue to done. In flight while done_generation differs from generation. */
typedef struct {
    /* Line 0: the thread that enqueues; generation is published last. */
    _Atomic uint32_t generation; /* 0 = never used */
    _Atomic uint32_t owner_serial;
    _Atomic uint64_t ordinal;
    _Atomic uint64_t sequence; /* NCCL's per-function number; UINT64_MAX for Send and Recv */
    _Atomic uint64_t bytes;
    _Atomic uint64_t enqueued_monotonic_nanos;
    _Atomic uint32_t series; /* index of its series */
    _Atomic int32_t peer;    /* -1 for collectives */
    _Atomic uint64_t group;  /* number of its Group event; 0 = none */
    _Atomic uint16_t communicator_row;
    _Atomic uint8_t function; /* name indices */
    _Atomic uint8_t algorithm;
    _Atomic uint8_t protocol;
    _Atomic uint8_t reported_channels; /* nChannels as NCCL said it; 0 = not known */
    _Atomic uint8_t kind;
    _Atomic uint8_t size_class;
    /* Line 1: the thread that sees the channels; zeroed by it before done_generation. */
    _Atomic uint32_t done_generation;
    uint32_t reserved0;
    _Atomic uint64_t started_channels; /* bit per channel id */
    _Atomic uint64_t stopped_channels;
    _Atomic uint64_t first_start_gpu; /* GPU clock, nanoseconds */
    _Atomic uint64_t last_stop_gpu;
    _Atomic uint64_t reserved1[3];
} shm_slot_t;

/* On a line of its own: every completing thread takes its record number here. */
typedef struct {
    _Atomic uint64_t reserved; /* records handed out since the start; the next record's number - 1 */
    _Atomic uint64_t left_out; /* operations that sampling kept out of the ring; from 1.1 */
    uint64_t reserved0[6];
} shm_ring_head_t;

enum shm_record_flags {
    SHM_RECORD_TIMED = 1,
    SHM_RECORD_FUSED = 2,
    SHM_RECORD_SUSPECT = 4,
    SHM_RECORD_SETTLED = 8,
};

/* Record n (from 1) lies in entry (n-1) mod capacity. number is 0 while it is written, n afterwards. */
typedef struct {
    _Atomic uint64_t number;
    _Atomic uint64_t enqueued_monotonic_nanos;
    _Atomic uint64_t start_gpu;
    _Atomic uint64_t stop_gpu;
    _Atomic uint64_t bytes;
    _Atomic uint64_t ordinal;
    _Atomic uint64_t sequence;
    _Atomic uint64_t packed; /* row 0..15 | function 16..23 | algorithm 24..31 | protocol 32..39 |
                                size class 40..47 | channels used 48..55 | flags 56..63 */
} shm_record_t;

/* Row of (communicator row * 64 + channel). Written by the thread that sees the channels. */
typedef struct {
    _Atomic uint64_t operations;
    _Atomic uint64_t start_lag_nanos; /* behind the operation's first channel start, summed */
    _Atomic uint64_t stop_lag_nanos;  /* ahead of the operation's last channel stop, summed */
    _Atomic uint64_t busy_nanos;      /* own stop - own start, summed */
} shm_channel_t;

/* Sums of the kernel phases of one communicator's operations. key: bit 63 in use | algorithm 24..31 |
 * function 16..23 | communicator row 0..15. Written by the thread that sees the channels, in row 0 by all.
 * From 1.1. */
typedef struct {
    _Atomic uint64_t key;
    _Atomic uint32_t owner_serial; /* serial of the communicator; a row whose serial differs is stale */
    uint32_t reserved0;
    _Atomic uint64_t count[SHM_PHASE_KINDS]; /* phases of one channel each */
    _Atomic uint64_t nanos[SHM_PHASE_KINDS];
} shm_phases_t;

/* What goes over the network for one communicator, channel and direction, to or from one peer. key: bit 63 in
 * use | 62 sends | 61 of another process | 60 other | channel 48..53 | peer 16..47 | communicator row 0..15.
 * The peer is a rank in the communicator. From 1.2. */
typedef struct {
    _Atomic uint64_t key;
    _Atomic uint32_t owner_serial; /* serial of the communicator; a row whose serial differs is stale */
    uint32_t reserved0;
} shm_connection_key_t;

/* Where a step can be. What a sending and a receiving one wait for there differs. */
enum shm_step_state {
    SHM_STEP_GPU = 0,     /* sends: data from its own GPU; receives: that its own GPU takes the data */
    SHM_STEP_PEER = 1,    /* sends: room at the peer; receives: that the network takes the request */
    SHM_STEP_NETWORK = 2, /* sends: that the data are sent; receives: that they arrive */
    SHM_STEP_FLUSH = 3,   /* receives: that the data are visible to the GPU */
};

enum shm_transport {
    SHM_TRANSPORT_IB = 1, /* bits of `transports` */
    SHM_TRANSPORT_SOCKET = 2,
};

/* Written by the communicator's proxy thread, in row 0 by all. Counters never go back, except the gauges
 * outstanding_steps and waiting. From 1.2. */
typedef struct {
    _Atomic uint64_t operations; /* proxy operations: one for each collective, Send or Recv that uses it */
    _Atomic uint64_t operations_done;
    _Atomic uint64_t outstanding_steps; /* gauge: of the operations under way, those that have not ended */
    _Atomic uint64_t waiting;           /* gauge: 16 bits for each state, how many steps are in it now */
    _Atomic uint64_t steps;             /* ended */
    _Atomic uint64_t bytes;
    _Atomic uint64_t timed_steps;            /* ended, of those that were timed */
    _Atomic uint64_t nanos[SHM_STEP_STATES]; /* of timed steps, by state */
    _Atomic uint64_t restarts;               /* starts of a step that was under way already */
    _Atomic uint64_t net_events;             /* as the network plugin tells them */
    _Atomic uint64_t net_bytes;
    _Atomic uint32_t transports; /* enum shm_transport, of the network plugin's events; 0 = it tells none */
    _Atomic uint32_t devices;    /* bit per NCCL's number of the InfiniBand device; 31 = that and all above */
    _Atomic uint64_t last_step_monotonic_nanos; /* end of the last timed step or of the last operation */
    _Atomic uint64_t buckets[SHM_TRANSFER_BUCKETS]; /* of timed steps: time in SHM_STEP_NETWORK */
} shm_connection_cell_t;

#define SHM_ASSERT_AT(type, field, at)                                                                                 \
    _Static_assert(offsetof(type, field) == (at), #type "." #field ": see docs/shared-memory.md")
#define SHM_ASSERT_BYTES(type, bytes) _Static_assert(sizeof(type) == (bytes), #type ": see docs/shared-memory.md")

SHM_ASSERT_BYTES(shm_section_t, 32);
SHM_ASSERT_BYTES(shm_header_t, SHM_HEADER_BYTES);
SHM_ASSERT_AT(shm_header_t, version, 8);
SHM_ASSERT_AT(shm_header_t, process_state, 36);
SHM_ASSERT_AT(shm_header_t, pid_namespace, 48);
SHM_ASSERT_AT(shm_header_t, profiler_api, 80);
SHM_ASSERT_AT(shm_header_t, environment_world_size, 104);
SHM_ASSERT_AT(shm_header_t, slots_used, 120);
SHM_ASSERT_AT(shm_header_t, host, 128);
SHM_ASSERT_AT(shm_header_t, ring_shift, 256);
SHM_ASSERT_AT(shm_header_t, step_shift, 260);
SHM_ASSERT_AT(shm_header_t, sections, SHM_SECTIONS_OFFSET);
SHM_ASSERT_AT(shm_header_t, environment, 2048);
SHM_ASSERT_BYTES(shm_name_t, 64);
SHM_ASSERT_BYTES(shm_communicator_t, 256);
SHM_ASSERT_AT(shm_communicator_t, name, 64);
SHM_ASSERT_AT(shm_communicator_t, operations_enqueued, 128);
SHM_ASSERT_AT(shm_communicator_t, operations_done, 192);
SHM_ASSERT_BYTES(shm_series_key_t, 16);
SHM_ASSERT_BYTES(shm_series_cell_t, 2048);
SHM_ASSERT_AT(shm_series_cell_t, buckets, 112);
SHM_ASSERT_BYTES(shm_slot_t, 128);
SHM_ASSERT_AT(shm_slot_t, done_generation, 64);
SHM_ASSERT_BYTES(shm_ring_head_t, 64);
SHM_ASSERT_BYTES(shm_record_t, 64);
SHM_ASSERT_BYTES(shm_channel_t, 32);
SHM_ASSERT_BYTES(shm_phases_t, 64);
SHM_ASSERT_AT(shm_phases_t, nanos, 40);
SHM_ASSERT_BYTES(shm_connection_key_t, 16);
SHM_ASSERT_BYTES(shm_connection_cell_t, 384);
SHM_ASSERT_AT(shm_connection_cell_t, buckets, 128);
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2, "words must be written whole");

#endif
