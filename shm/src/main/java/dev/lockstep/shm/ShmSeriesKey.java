// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

/// Takes the packed key of a series apart: bit 63 in use, kind 48…51, size class 40…47, protocol 32…39,
/// algorithm 24…31, function 16…23, communicator row 0…15. The ring's `packed` word has the names and the row in
/// the same bits.
public final class ShmSeriesKey {
    private static final int FUNCTION_SHIFT = 16;
    private static final int ALGORITHM_SHIFT = 24;
    private static final int PROTOCOL_SHIFT = 32;
    private static final int SIZE_CLASS_SHIFT = 40;
    private static final int KIND_SHIFT = 48;
    private static final long IN_USE = 1L << 63;
    private static final int ROW_MASK = 0xffff;
    private static final int NAME_MASK = 0xff;
    public static final int KIND_MASK = 0xf;

    private ShmSeriesKey() {}

    /// The key of a series in use.
    public static long pack(int row, int function, int algorithm, int protocol, int sizeClass, int kind) {
        return IN_USE | row | names(function, algorithm, protocol, sizeClass) | (long) kind << KIND_SHIFT;
    }

    /// The bits that a key and a ring record share, without the row.
    public static long names(int function, int algorithm, int protocol, int sizeClass) {
        return (long) function << FUNCTION_SHIFT
                | (long) algorithm << ALGORITHM_SHIFT
                | (long) protocol << PROTOCOL_SHIFT
                | (long) sizeClass << SIZE_CLASS_SHIFT;
    }

    public static boolean isInUse(long key) {
        return key < 0;
    }

    public static int row(long key) {
        return (int) key & ROW_MASK;
    }

    public static int function(long key) {
        return (int) (key >>> FUNCTION_SHIFT) & NAME_MASK;
    }

    public static int algorithm(long key) {
        return (int) (key >>> ALGORITHM_SHIFT) & NAME_MASK;
    }

    public static int protocol(long key) {
        return (int) (key >>> PROTOCOL_SHIFT) & NAME_MASK;
    }

    public static int sizeClass(long key) {
        return (int) (key >>> SIZE_CLASS_SHIFT) & NAME_MASK;
    }

    public static int kind(long key) {
        return (int) (key >>> KIND_SHIFT) & KIND_MASK;
    }

    /// What a ring record takes over from a key.
    public static long namesAndRow(long key) {
        return key & ((1L << KIND_SHIFT) - 1);
    }

    /// The key without its communicator: equal for all series that count the same thing.
    public static long withoutRow(long key) {
        return key & ~(long) ROW_MASK;
    }
}
