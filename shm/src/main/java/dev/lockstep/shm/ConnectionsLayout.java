// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/// Keys and counters of connections, since layout 1.2: the part of {@link ShmLayout} for what goes over the network.
public final class ConnectionsLayout {
    /// States of a step: GPU, peer, network, flush.
    public static final int STATES = 4;
    /// Buckets of the time on the network.
    public static final int BUCKETS = 32;

    private static final long IN_USE = 1L << 63;
    private static final long SENDS = 1L << 62;
    private static final long FOREIGN = 1L << 61;
    private static final long OTHER = 1L << 60;
    private static final int CHANNEL_SHIFT = 48;
    private static final int CHANNEL_MASK = 0x3f;
    private static final int PEER_SHIFT = 16;
    private static final int ROW_MASK = 0xffff;

    private ConnectionsLayout() {}

    /// Which connection an entry is of, and whose.
    public static final class Key {
        public static final StructLayout LAYOUT = ShmLayout.struct(
                "shm_connection_key_t",
                ShmLayout.u64("key"),
                ShmLayout.u32("owner_serial"),
                ShmLayout.u32("reserved0"));
        public static final int KEY = ShmLayout.at(LAYOUT, "key");
        public static final int OWNER_SERIAL = ShmLayout.at(LAYOUT, "owner_serial");
        public static final int SIZE = ShmLayout.size(LAYOUT);

        private Key() {}

        /// The key of a connection that sends or receives.
        public static long pack(int row, int peer, int channel, boolean sends) {
            return IN_USE
                    | (sends ? SENDS : 0)
                    | (long) channel << CHANNEL_SHIFT
                    | Integer.toUnsignedLong(peer) << PEER_SHIFT
                    | row;
        }

        /// Whether the entry is in use.
        public static boolean isInUse(long key) {
            return (key & IN_USE) != 0;
        }

        /// Whether data go to the peer.
        public static boolean sends(long key) {
            return (key & SENDS) != 0;
        }

        /// Whether the operations are another process's.
        public static boolean isForeign(long key) {
            return (key & FOREIGN) != 0;
        }

        /// Whether it is all those that found no entry.
        public static boolean isOther(long key) {
            return (key & OTHER) != 0;
        }

        /// The channel.
        public static int channel(long key) {
            return (int) (key >>> CHANNEL_SHIFT) & CHANNEL_MASK;
        }

        /// The peer: a rank in the communicator.
        public static int peer(long key) {
            return (int) (key >>> PEER_SHIFT);
        }

        /// The communicator's row.
        public static int row(long key) {
            return (int) key & ROW_MASK;
        }
    }

    /// The counters of an entry.
    public static final class Cell {
        public static final StructLayout LAYOUT = ShmLayout.struct(
                "shm_connection_cell_t",
                ShmLayout.u64("operations"),
                ShmLayout.u64("operations_done"),
                ShmLayout.u64("outstanding_steps"),
                ShmLayout.u64("waiting"),
                ShmLayout.u64("steps"),
                ShmLayout.u64("bytes"),
                ShmLayout.u64("timed_steps"),
                MemoryLayout.sequenceLayout(STATES, ShmLayout.U64).withName("nanos"),
                ShmLayout.u64("restarts"),
                ShmLayout.u64("net_events"),
                ShmLayout.u64("net_bytes"),
                ShmLayout.u32("transports"),
                ShmLayout.u32("devices"),
                ShmLayout.u64("last_step_monotonic_nanos"),
                MemoryLayout.sequenceLayout(BUCKETS, ShmLayout.U64).withName("buckets"));
        public static final int OPERATIONS = ShmLayout.at(LAYOUT, "operations");
        public static final int OPERATIONS_DONE = ShmLayout.at(LAYOUT, "operations_done");
        public static final int OUTSTANDING_STEPS = ShmLayout.at(LAYOUT, "outstanding_steps");
        public static final int WAITING = ShmLayout.at(LAYOUT, "waiting");
        public static final int STEPS = ShmLayout.at(LAYOUT, "steps");
        public static final int BYTES = ShmLayout.at(LAYOUT, "bytes");
        public static final int TIMED_STEPS = ShmLayout.at(LAYOUT, "timed_steps");
        public static final int NANOS = ShmLayout.at(LAYOUT, "nanos");
        public static final int RESTARTS = ShmLayout.at(LAYOUT, "restarts");
        public static final int NET_EVENTS = ShmLayout.at(LAYOUT, "net_events");
        public static final int NET_BYTES = ShmLayout.at(LAYOUT, "net_bytes");
        public static final int TRANSPORTS = ShmLayout.at(LAYOUT, "transports");
        public static final int DEVICES = ShmLayout.at(LAYOUT, "devices");
        public static final int LAST_STEP_MONOTONIC_NANOS = ShmLayout.at(LAYOUT, "last_step_monotonic_nanos");
        public static final int BUCKET_0 = ShmLayout.at(LAYOUT, "buckets");
        public static final int SIZE = ShmLayout.size(LAYOUT);

        private Cell() {}
    }
}
