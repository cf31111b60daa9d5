// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

/// The fields that are read; all others are skipped. A field counts only inside its section.
public enum Field {
    ID(Section.HEADER, "id"),
    COMM_NAME(Section.HEADER, "comm_name"),
    RANK(Section.HEADER, "rank"),
    RANKS(Section.HEADER, "n_ranks"),
    NODES(Section.HEADER, "nnodes"),

    DUMP_TIMESTAMP(Section.METADATA, "dump_timestamp_us"),
    HOSTNAME(Section.METADATA, "hostname"),
    PID(Section.METADATA, "pid"),

    COLL(Section.COLLECTIVE, "coll"),
    COLL_ALGO(Section.COLLECTIVE, "coll_algo"),
    COLL_PROTO(Section.COLLECTIVE, "coll_proto"),
    COLL_SN(Section.COLLECTIVE, "coll_sn"),
    COLL_SIZE(Section.COLLECTIVE, "coll_msg_size_bytes"),
    COLL_TIME(Section.COLLECTIVE, "coll_exec_time_us"),
    COLL_TIMING_SOURCE(Section.COLLECTIVE, "coll_timing_source"),
    COLL_BUSBW(Section.COLLECTIVE, "coll_busbw_gbs"),

    P2P(Section.POINT_TO_POINT, "p2p"),
    P2P_SN(Section.POINT_TO_POINT, "p2p_sn"),
    P2P_PEER(Section.POINT_TO_POINT, "p2p_peer"),
    P2P_SIZE(Section.POINT_TO_POINT, "p2p_msg_size_bytes"),
    P2P_TIME(Section.POINT_TO_POINT, "p2p_exec_time_us"),
    P2P_TIMING_SOURCE(Section.POINT_TO_POINT, "p2p_timing_source"),
    P2P_BUSBW(Section.POINT_TO_POINT, "p2p_busbw_gbs"),

    COLL_DROPPED(Section.DUMP_STATS, "coll_dropped_total"),
    P2P_DROPPED(Section.DUMP_STATS, "p2p_dropped_total");

    static final int COUNT = values().length;
    static final KeyTable<Field> KEYS = KeyTable.of(values(), field -> field.key);

    private final Section section;
    private final String key;

    Field(Section section, String key) {
        this.section = section;
        this.key = key;
    }

    Section section() {
        return section;
    }

    /// Place in arrays that live as long as this process, never in a file.
    @SuppressWarnings("EnumOrdinal")
    int index() {
        return ordinal();
    }
}
