// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.truth;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The fields of a protobuf message by number, read from its bytes (https://protobuf.dev/programming-guides/encoding/).
/// The classes that wrote them have no part in it.
final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;

    private final Map<Integer, List<Object>> fields = new HashMap<>();

    private ProtobufMessage() {}

    /// Messages behind each other, each with its length before it.
    static List<ProtobufMessage> delimited(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<ProtobufMessage> messages = new ArrayList<>();
        while (in.hasRemaining()) {
            messages.add(read(take(in)));
        }
        return messages;
    }

    private static ProtobufMessage read(ByteBuffer in) {
        ProtobufMessage message = new ProtobufMessage();
        while (in.hasRemaining()) {
            long key = varint(in);
            Object value = switch ((int) key & 7) {
                case VARINT -> varint(in);
                case FIXED64 -> in.getLong();
                case BYTES -> take(in);
                case FIXED32 -> (long) in.getInt();
                default -> throw new AssertionError("wire type of key " + key);
            };
            message.fields
                    .computeIfAbsent((int) (key >>> 3), _ -> new ArrayList<>())
                    .add(value);
        }
        return message;
    }

    private static ByteBuffer take(ByteBuffer in) {
        int length = (int) varint(in);
        ByteBuffer part = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        in.position(in.position() + length);
        return part;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private List<Object> of(int field) {
        return fields.getOrDefault(field, List.of());
    }

    long number(int field) {
        return of(field).isEmpty() ? 0 : (Long) of(field).getFirst();
    }

    /// A number that may be negative, written in zigzag.
    long signed(int field) {
        return zigzag(number(field));
    }

    double real(int field) {
        return Double.longBitsToDouble(number(field));
    }

    String text(int field) {
        return StandardCharsets.UTF_8
                .decode(((ByteBuffer) of(field).getFirst()).duplicate())
                .toString();
    }

    List<ProtobufMessage> messages(int field) {
        return of(field).stream()
                .map(part -> read(((ByteBuffer) part).duplicate().order(ByteOrder.LITTLE_ENDIAN)))
                .toList();
    }

    /// Numbers that may be negative, packed or one by one.
    List<Long> signedNumbers(int field) {
        List<Long> numbers = new ArrayList<>();
        for (Object value : of(field)) {
            if (value instanceof ByteBuffer packed) {
                ByteBuffer in = packed.duplicate();
                while (in.hasRemaining()) {
                    numbers.add(zigzag(varint(in)));
                }
            } else {
                numbers.add(zigzag((Long) value));
            }
        }
        return numbers;
    }

    private static long zigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }
}
