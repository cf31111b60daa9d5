// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds a value by the bytes of its key without making a string. Keys are ASCII.
final class KeyTable<T> {
    private static final int SLOTS = 128;

    private final byte[][] keys = new byte[SLOTS][];
    private final List<@Nullable T> values = new ArrayList<>();

    private KeyTable() {
        for (int i = 0; i < SLOTS; i++) {
            values.add(null);
            keys[i] = new byte[0];
        }
    }

    static <T> KeyTable<T> of(T[] values, Function<T, String> key) {
        if (values.length > SLOTS / 2) {
            throw new IllegalArgumentException("too many keys: " + values.length);
        }
        KeyTable<T> table = new KeyTable<>();
        for (T value : values) {
            table.put(key.apply(value).getBytes(StandardCharsets.US_ASCII), value);
        }
        return table;
    }

    /// The hash of a key is built byte by byte, beginning with 0.
    static int hash(int soFar, byte next) {
        return soFar * 31 + next;
    }

    private void put(byte[] key, T value) {
        int hash = 0;
        for (byte b : key) {
            hash = hash(hash, b);
        }
        int slot = slot(hash);
        while (values.get(slot) != null) {
            slot = slot(slot + 1);
        }
        keys[slot] = key;
        values.set(slot, value);
    }

    @Nullable
    T find(byte[] bytes, int from, int to, int hash) {
        int slot = slot(hash);
        T value = values.get(slot);
        while (value != null) {
            if (Arrays.equals(keys[slot], 0, keys[slot].length, bytes, from, to)) {
                return value;
            }
            slot = slot(slot + 1);
            value = values.get(slot);
        }
        return null;
    }

    @Nullable
    T find(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        int hash = 0;
        for (byte b : bytes) {
            hash = hash(hash, b);
        }
        return find(bytes, 0, bytes.length, hash);
    }

    private static int slot(int hash) {
        return (hash ^ (hash >>> 7)) & (SLOTS - 1);
    }
}
