// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

/// Numbers of docs/wire-format.md.
final class WireLayout {
    /// The bytes `LOCKFEED`, little endian.
    static final long MAGIC = 0x4445_4546_4b43_4f4cL;

    static final int VERSION_MAJOR = 1;
    static final int VERSION_MINOR = 3;

    /// Offsets in the header.
    static final int MAGIC_AT = 0;

    static final int MINOR_AT = 8;
    static final int MAJOR_AT = 10;
    static final int BYTES_AT = 12;
    static final int CHECKSUM_AT = 16;
    static final int RESERVED_AT = 20;
    static final int HEADER_BYTES = 24;

    /// A section's type and length.
    static final int SECTION_HEAD_BYTES = 8;

    /// Sections of a batch.
    static final int STRINGS = 1;

    static final int BATCH = 2;
    static final int LOSSES = 3;
    static final int PROCESS = 4;
    static final int HARDWARE = 5;

    /// Sections inside {@link #PROCESS}, beside {@link #LOSSES}.
    static final int PROCESS_IDENTITY = 16;

    static final int COMMUNICATOR = 17;

    /// Sections inside {@link #COMMUNICATOR}.
    static final int COMMUNICATOR_IDENTITY = 32;

    static final int PROGRESS = 33;
    static final int IN_FLIGHT = 34;
    static final int SERIES = 35;
    static final int CHANNELS = 36;
    static final int OPERATIONS = 37;

    static final int CONNECTIONS = 38;

    /// How a column is written.
    static final int COLUMN_STEADY = 0;

    static final int COLUMN_DELTAS = 1;

    private WireLayout() {}
}
