// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import java.util.OptionalInt;
import java.util.OptionalLong;

/// A place in bytes that somebody else wrote, and an end behind which it never looks.
final class WireReader {
    private static final int VARINT_BYTES_MAX = 10;
    private static final int LAST_SHIFT = 63;

    private final byte[] bytes;
    private int at;
    private int end;
    /// Of the section that {@link #nextSection} found.
    private int sectionEnd;

    WireReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    int remaining() {
        return end - at;
    }

    static int int32(byte[] bytes, int at) {
        int low = (bytes[at] & 0xff) | ((bytes[at + 1] & 0xff) << 8);
        return low | ((bytes[at + 2] & 0xff) << 16) | (bytes[at + 3] << 24);
    }

    static long int64(byte[] bytes, int at) {
        return Integer.toUnsignedLong(int32(bytes, at)) | ((long) int32(bytes, at + Integer.BYTES) << Integer.SIZE);
    }

    /// Goes to what is inside the next section and gives its type; 0 where there is none any more.
    int nextSection() throws WireException {
        if (at == end) {
            return 0;
        }
        if (remaining() < WireLayout.SECTION_HEAD_BYTES) {
            throw WireException.malformed("half a section head");
        }
        int type = int32(bytes, at);
        int length = int32(bytes, at + Integer.BYTES);
        at += WireLayout.SECTION_HEAD_BYTES;
        if (length < 0 || length > remaining()) {
            throw WireException.malformed("section " + type + " is longer than what it is in");
        }
        if (type == 0) {
            throw WireException.malformed("section of type 0");
        }
        sectionEnd = at + length;
        return type;
    }

    /// What is inside the section that was found; this reader goes on behind it.
    WireReader section() {
        WireReader inside = new WireReader(bytes, at, sectionEnd);
        at = sectionEnd;
        return inside;
    }

    int uint8() throws WireException {
        if (at >= end) {
            throw runsOut();
        }
        return bytes[at++] & 0xff;
    }

    private static WireException runsOut() {
        return WireException.malformed("a section ends within a value");
    }

    /// A number of seven bits a byte, taken as unsigned.
    long varint() throws WireException {
        long value = 0;
        for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
            int next = uint8();
            if (shift == LAST_SHIFT && next > 1) {
                break;
            }
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw WireException.malformed("a number of more than 64 bits");
    }

    private static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    long zigzag() throws WireException {
        return unzigzag(varint());
    }

    /// A number that cannot be negative.
    long count(String what) throws WireException {
        long value = varint();
        if (value < 0) {
            throw WireException.malformed("negative " + what);
        }
        return value;
    }

    /// How many entries follow, of which each takes at least `bytesEach` bytes: what says more lies.
    int entries(int limit, int bytesEach, String what) throws WireException {
        long count = varint();
        if (count < 0 || count > limit) {
            throw new WireException(WireException.Reason.OVER_LIMIT, "more than " + limit + " " + what);
        }
        if (count * bytesEach > remaining()) {
            throw WireException.malformed("fewer bytes than " + count + " " + what + " take");
        }
        return (int) count;
    }

    /// A number that fits into an `int`.
    int small(String what) throws WireException {
        return toInt(zigzag(), what);
    }

    private static int toInt(long value, String what) throws WireException {
        if ((int) value != value) {
            throw WireException.malformed(what + " is too large: " + value);
        }
        return (int) value;
    }

    OptionalLong optionalLong() throws WireException {
        long value = varint();
        return value == 0 ? OptionalLong.empty() : OptionalLong.of(unzigzag(value - 1));
    }

    OptionalInt optionalInt(String what) throws WireException {
        OptionalLong value = optionalLong();
        return value.isPresent() ? OptionalInt.of(toInt(value.getAsLong(), what)) : OptionalInt.empty();
    }

    /// Copies so many bytes.
    void copy(byte[] target, int count) throws WireException {
        if (count > remaining()) {
            throw runsOut();
        }
        System.arraycopy(bytes, at, target, 0, count);
        at += count;
    }

    /// Where the next `length` bytes lie in {@link #bytes}; this reader goes on behind them.
    int take(int length) throws WireException {
        if (length > remaining()) {
            throw runsOut();
        }
        int from = at;
        at += length;
        return from;
    }

    byte[] bytes() {
        return bytes;
    }

    /// Fills `values` with numbers of which each is given as difference to the one before. This is where records spend
    /// their time: as long as a longest number fits into the rest, no end is looked at.
    void deltas(long[] values, int count) throws WireException {
        long last = 0;
        int i = 0;
        int from = at;
        int safeEnd = end - VARINT_BYTES_MAX;
        while (i < count && from <= safeEnd) {
            long raw = bytes[from++];
            if (raw < 0) {
                raw &= 0x7f;
                int shift = 7;
                long next;
                do {
                    next = bytes[from++];
                    raw |= (next & 0x7f) << shift;
                    shift += 7;
                } while (next < 0 && shift < Long.SIZE + 6);
                if (next < 0) {
                    throw WireException.malformed("a number of more than 64 bits");
                }
            }
            last += unzigzag(raw);
            values[i++] = last;
        }
        at = from;
        for (; i < count; i++) {
            last += zigzag();
            values[i] = last;
        }
    }
}
