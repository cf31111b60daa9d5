// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

/// The objects on the first level of a line.
public enum Section {
    HEADER("header"),
    METADATA("metadata"),
    COLLECTIVE("coll_perf"),
    POINT_TO_POINT("p2p_perf"),
    DUMP_STATS("dump_stats");

    static final KeyTable<Section> KEYS = KeyTable.of(values(), section -> section.key);

    private final String key;

    Section(String key) {
        this.key = key;
    }

    /// Place in arrays that live as long as this process, never in a file.
    @SuppressWarnings("EnumOrdinal")
    int index() {
        return ordinal();
    }
}
