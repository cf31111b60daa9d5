// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.OperationColumns;

/// Writes operation records column by column.
final class ColumnsEncoder {
    private final WireWriter out;
    private final StringsWriter strings;
    private int groups;
    private int records;
    private long[] durations = {};

    ColumnsEncoder(WireWriter out, StringsWriter strings) {
        this.out = out;
        this.strings = strings;
    }

    void write(OperationColumns columns) {
        int count = columns.count();
        FeedEncoder.checkLimit(++groups, WireLimits.COLUMNS_MAX, "groups of columns");
        records += count;
        FeedEncoder.checkLimit(records, WireLimits.RECORDS_MAX, "records");
        int begun = out.begin(WireLayout.OPERATIONS);
        out.varint(strings.numberOf(columns.function().ncclName()));
        out.varint(strings.numberOf(columns.algorithm()));
        out.varint(strings.numberOf(columns.protocol()));
        out.varint(count);
        column(columns.sequence(), count);
        column(columns.ordinal(), count);
        column(columns.sizeBytes(), count);
        column(columns.enqueueNanos(), count);
        column(columns.startNanos(), count);
        column(durations(columns), count);
        column(columns.idleNanos(), count);
        out.bytes(columns.flags(), count);
        out.end(begun);
    }

    private long[] durations(OperationColumns columns) {
        if (durations.length < columns.count()) {
            durations = new long[columns.count()];
        }
        for (int i = 0; i < columns.count(); i++) {
            durations[i] = columns.durationNanos(i);
        }
        return durations;
    }

    private void column(long[] values, int count) {
        long step = count > 1 ? values[1] - values[0] : 0;
        if (isSteady(values, count, step)) {
            out.uint8(WireLayout.COLUMN_STEADY);
            out.zigzag(count > 0 ? values[0] : 0);
            out.zigzag(step);
        } else {
            out.uint8(WireLayout.COLUMN_DELTAS);
            out.deltas(values, count, 0);
        }
    }

    private static boolean isSteady(long[] values, int count, long step) {
        for (int i = 1; i < count; i++) {
            if (values[i] - values[i - 1] != step) {
                return false;
            }
        }
        return true;
    }
}
