// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.CommunicatorFeed;

/// What one batch may hold at most, the same for both sides. A decoder refuses what is over a limit before it
/// makes room for it; what an agent leaves out because of one, it counts.
public final class WireLimits {
    /// Bytes of a batch, before it is deflated.
    public static final int BATCH_BYTES_MAX = 8 << 20;
    /// Different texts.
    public static final int STRINGS_MAX = 16_384;
    /// Bytes of one text in UTF-8.
    public static final int STRING_BYTES_MAX = 512;
    /// Processes: as many files as an agent reads.
    public static final int PROCESSES_MAX = 256;
    /// Communicators of all processes.
    public static final int COMMUNICATORS_MAX = 8_192;
    /// Operations in flight of one communicator.
    public static final int IN_FLIGHT_MAX = CommunicatorFeed.IN_FLIGHT_MAX;
    /// Operation series of all communicators.
    public static final int SERIES_MAX = 16_384;
    /// Channels of one communicator: 64 of NCCL's and the one that stands for others.
    public static final int CHANNELS_MAX = 65;
    /// Connections of one communicator: as many as a process may have.
    public static final int CONNECTIONS_MAX = 1_024;
    /// Groups of columns of all communicators.
    public static final int COLUMNS_MAX = 16_384;
    /// Operation records of all columns: eight full rings.
    public static final int RECORDS_MAX = 131_072;
    /// Reasons of losses of a process, and of the agent.
    public static final int LOSSES_MAX = 128;

    /// Facts about the node's hardware.
    public static final int HARDWARE_MAX = 1_024;

    private WireLimits() {}
}
