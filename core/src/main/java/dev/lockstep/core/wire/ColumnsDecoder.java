// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.model.NcclFunction;

/// Reads operation records column by column. Room for records is made once the bytes of their flags, one a record, are
/// known to be there.
final class ColumnsDecoder {
    private final StringsReader strings;
    private int groupsLeft = WireLimits.COLUMNS_MAX;
    private int recordsLeft = WireLimits.RECORDS_MAX;

    ColumnsDecoder(StringsReader strings) {
        this.strings = strings;
    }

    OperationColumns read(WireReader in) throws WireException {
        if (--groupsLeft < 0) {
            throw new WireException(
                    WireException.Reason.OVER_LIMIT, "more than " + WireLimits.COLUMNS_MAX + " groups of columns");
        }
        NcclFunction function = NcclFunction.of(strings.required(in, "function"));
        String algorithm = strings.required(in, "algorithm");
        String protocol = strings.required(in, "protocol");
        int count = in.entries(recordsLeft, 1, "records of a batch, of which " + WireLimits.RECORDS_MAX + " may be");
        recordsLeft -= count;
        long[] sequence = column(in, count);
        long[] ordinal = column(in, count);
        long[] sizeBytes = column(in, count);
        long[] enqueue = column(in, count);
        long[] start = column(in, count);
        long[] stop = column(in, count);
        for (int i = 0; i < count; i++) {
            stop[i] += start[i];
        }
        long[] idle = column(in, count);
        byte[] flags = new byte[count];
        in.copy(flags, count);
        return new OperationColumns(
                function, algorithm, protocol, count, sequence, ordinal, sizeBytes, enqueue, start, stop, idle, flags);
    }

    private static long[] column(WireReader in, int count) throws WireException {
        int how = in.uint8();
        long[] values = new long[count];
        switch (how) {
            case WireLayout.COLUMN_STEADY -> {
                long value = in.zigzag();
                long step = in.zigzag();
                for (int i = 0; i < count; i++) {
                    values[i] = value;
                    value += step;
                }
            }
            case WireLayout.COLUMN_DELTAS -> in.deltas(values, count);
            default -> throw WireException.malformed("no such way to write a column: " + how);
        }
        return values;
    }
}
