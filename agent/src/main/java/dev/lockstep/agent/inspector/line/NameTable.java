// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Gives the same `String` for the same ASCII bytes, so that a line of known names allocates nothing. Forgets all when
/// it is full: names written to flood it cost garbage, not memory.
public final class NameTable {
    private static final int SLOTS = 2048;
    private static final int NAMES_MAX = SLOTS / 2;

    private static final class Entry {
        final byte[] key;
        final String name;

        Entry(byte[] key) {
            this.key = key;
            this.name = new String(key, StandardCharsets.US_ASCII);
        }
    }

    private final @Nullable Entry[] entries = new @Nullable Entry[SLOTS];
    private int size;

    /// Of no name yet.
    public NameTable() {}

    /// The hash of a name is built byte by byte, beginning with 0.
    static int hash(int soFar, byte next) {
        return soFar * 31 + next;
    }

    String name(byte[] bytes, int from, int to, int hash) {
        int slot = slot(hash);
        Entry entry = entries[slot];
        while (entry != null) {
            if (Arrays.equals(entry.key, 0, entry.key.length, bytes, from, to)) {
                return entry.name;
            }
            slot = (slot + 1) & (SLOTS - 1);
            entry = entries[slot];
        }
        return add(slot, Arrays.copyOfRange(bytes, from, to));
    }

    private String add(int slot, byte[] key) {
        Entry added = new Entry(key);
        if (size == NAMES_MAX) {
            Arrays.fill(entries, null);
            size = 0;
        } else if (key.length <= InspectorLimits.NAME_CHARS_MAX) {
            entries[slot] = added;
            size++;
        }
        return added.name;
    }

    private static int slot(int hash) {
        return (hash ^ (hash >>> 11)) & (SLOTS - 1);
    }
}
