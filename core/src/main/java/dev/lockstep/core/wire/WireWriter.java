// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Bytes that grow. Little endian.
final class WireWriter {
    private static final int FIRST_BYTES = 4096;
    private static final int VARINT_BYTES_MAX = 10;
    private static final int BYTE_BITS = 8;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /// Makes room for so many more bytes.
    void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    void copyInto(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, size);
    }

    void uint8(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void uint32(int value) {
        reserve(Integer.BYTES);
        put32(bytes, size, value);
        size += Integer.BYTES;
    }

    static void put32(byte[] target, int at, int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            target[at + i] = (byte) (value >>> (i * BYTE_BITS));
        }
    }

    void bytes(byte[] values, int count) {
        reserve(count);
        System.arraycopy(values, 0, bytes, size, count);
        size += count;
    }

    void append(WireWriter that) {
        bytes(that.bytes, that.size);
    }

    /// Seven bits a byte, the lowest first; the number is taken as unsigned.
    void varint(long value) {
        reserve(VARINT_BYTES_MAX);
        putVarint(value);
    }

    private void putVarint(long value) {
        long rest = value;
        while (rest >>> 7 != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void zigzag(long value) {
        varint(value << 1 ^ value >> 63);
    }

    /// The differences of neighbours; the first one's is to `before`.
    void deltas(long[] values, int count, long before) {
        reserve(count * VARINT_BYTES_MAX);
        long last = before;
        for (int i = 0; i < count; i++) {
            long delta = values[i] - last;
            putVarint(delta << 1 ^ delta >> 63);
            last = values[i];
        }
    }

    /// A number that cannot be negative.
    void count(long value, String what) {
        if (value < 0) {
            throw new IllegalArgumentException("negative " + what + ": " + value);
        }
        varint(value);
    }

    /// 0 is absent.
    void optional(OptionalLong value) {
        varint(value.isPresent() ? (value.getAsLong() << 1 ^ value.getAsLong() >> 63) + 1 : 0);
    }

    /// 0 is absent.
    void optional(OptionalInt value) {
        optional(value.isPresent() ? OptionalLong.of(value.getAsInt()) : OptionalLong.empty());
    }

    /// Begins a section; gives the place that {@link #end} wants.
    int begin(int type) {
        uint32(type);
        uint32(0);
        return size;
    }

    void end(int begun) {
        put32(bytes, begun - Integer.BYTES, size - begun);
    }
}
