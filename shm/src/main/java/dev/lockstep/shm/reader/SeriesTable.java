// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmSeriesKey;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The operation series of a process. Keys are copied before and after the cells: a cell counts only if its key
/// had the same owner both times. Only cells in use are copied, neighbours at once.
final class SeriesTable {
    private final Section keys;
    private final Section cells;
    private final long[] packed;
    private final int[] serials;
    private final boolean[] current;
    private final SeriesState[] states;
    private final long[] scratch = new long[DurationBuckets.COUNT];
    private final SeriesState unused = new SeriesState(scratch);
    private boolean changed;
    private boolean hasTwins;

    SeriesTable(Section keys, Section cells) {
        this.keys = keys;
        this.cells = cells;
        this.packed = new long[keys.capacity()];
        this.serials = new int[keys.capacity()];
        this.current = new boolean[keys.capacity()];
        this.states = new SeriesState[keys.capacity()];
        Arrays.fill(states, unused);
    }

    /// Copies the keys, which says which cells are in use and by whom.
    void readKeys(FileCopier file, CommunicatorTable communicators) throws IOException, DamagedFileException {
        file.forEach(keys, packed.length, (buffer, at, index) -> {
            long key = buffer.int64(at + ShmLayout.SeriesKey.KEY);
            int serial = buffer.int32(at + ShmLayout.SeriesKey.OWNER_SERIAL);
            boolean isCurrent = ShmSeriesKey.isInUse(key) && communicators.owns(ShmSeriesKey.row(key), serial);
            changed |= packed[index] != key || serials[index] != serial || current[index] != isCurrent;
            packed[index] = key;
            serials[index] = serial;
            current[index] = isCurrent;
        });
    }

    /// Copies the cells of the keys, whose names are known by now. Gives how many series had a counter that went
    /// back.
    int readCells(FileCopier file, NameTable names) throws IOException, DamagedFileException {
        int wentBack = 0;
        for (int first = 0; first < current.length; first++) {
            if (!current[first]) {
                states[first] = unused;
                continue;
            }
            int count = runFrom(first);
            long[] words = file.copyWords(cells, first, count);
            for (int i = 0; i < count; i++) {
                SeriesState state = stateAt(first + i);
                state.own(packed[first + i], serials[first + i], names.key(packed[first + i]));
                wentBack += state.update(words, i * cells.entryBytes() / Long.BYTES) ? 0 : 1;
            }
            first += count - 1;
        }
        return wentBack;
    }

    private SeriesState stateAt(int index) {
        if (states[index].equals(unused)) {
            states[index] = new SeriesState(scratch);
        }
        return states[index];
    }

    private int runFrom(int first) {
        int count = 1;
        while (count < cells.entriesACopy() && first + count < current.length && current[first + count]) {
            count++;
        }
        return count;
    }

    /// Copies the keys again and forgets series that changed their owner meanwhile. Gives how many did.
    int confirm(FileCopier file) throws IOException, DamagedFileException {
        int[] torn = {0};
        file.forEach(keys, packed.length, (buffer, at, index) -> {
            boolean same = packed[index] == buffer.int64(at + ShmLayout.SeriesKey.KEY)
                    && serials[index] == buffer.int32(at + ShmLayout.SeriesKey.OWNER_SERIAL);
            if (current[index] && !same) {
                current[index] = false;
                changed = true;
                states[index] = unused;
                torn[0]++;
            }
        });
        return torn[0];
    }

    /// Counts an operation of series `index` that the plugin has not counted. Says whether there is that series,
    /// owned by that communicator.
    boolean settle(int index, int row, int serial, SlotTable.SettledOperation operation) {
        boolean known = index >= 0
                && index < current.length
                && current[index]
                && serials[index] == serial
                && ShmSeriesKey.row(packed[index]) == row;
        if (!known) {
            return false;
        }
        if (operation.durationNanos().isPresent()) {
            states[index].settleTimed(
                    operation.sizeBytes(), operation.durationNanos().getAsLong());
        } else {
            states[index].settleSuspect(operation.sizeBytes());
        }
        return true;
    }

    /// What is shown of every series, by communicator row.
    Map<Integer, List<OperationSeries>> finish() {
        Map<Integer, List<OperationSeries>> byRow = new HashMap<>();
        for (int i = 0; i < current.length; i++) {
            if (current[i]) {
                states[i].finish();
                byRow.computeIfAbsent(ShmSeriesKey.row(packed[i]), row -> new ArrayList<>())
                        .add(states[i].shown());
            }
        }
        if (changed) {
            changed = false;
            hasTwins = byRow.values().stream()
                    .anyMatch(series -> withoutTwins(series).size() < series.size());
        }
        if (hasTwins) {
            byRow.replaceAll((row, series) -> withoutTwins(series));
        }
        return byRow;
    }

    /// Functions that this version does not know have one name; their series become one.
    private static List<OperationSeries> withoutTwins(List<OperationSeries> series) {
        Map<SeriesKey, OperationSeries> distinct = new LinkedHashMap<>();
        series.forEach(each -> distinct.merge(each.key(), each, SeriesTable::sum));
        return List.copyOf(distinct.values());
    }

    private static OperationSeries sum(OperationSeries left, OperationSeries right) {
        return new OperationSeries(
                left.key(),
                left.calls() + right.calls(),
                left.sizeBytes() + right.sizeBytes(),
                left.durations().plus(right.durations()),
                left.fusedCalls() + right.fusedCalls(),
                left.suspectCalls() + right.suspectCalls(),
                left.untimedCalls() + right.untimedCalls());
    }
}
