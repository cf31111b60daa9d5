// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionCounters.Volume;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import dev.lockstep.shm.ConnectionsLayout;
import dev.lockstep.shm.ConnectionsLayout.Cell;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The connections of a process, by communicator row. Keys are copied before and after the cells in use: a cell counts
/// only if its key had the same owner both times. Counters never go back; a file older than layout 1.2 has none.
final class ConnectionTable {
    private static final int WORDS = Cell.SIZE / Long.BYTES;
    private static final int WAITING_BITS = 16;
    private static final long WAITING_MASK = 0xffff;
    private static final long[] NOTHING = new long[WORDS];

    private final Section keys;
    private final Section cells;
    private final long[] packed;
    private final int[] serials;
    private final long[][] words;

    ConnectionTable(Section keys, Section cells) {
        this.keys = keys;
        this.cells = cells;
        this.packed = new long[keys.capacity()];
        this.serials = new int[keys.capacity()];
        this.words = new long[keys.capacity()][];
        Arrays.fill(words, NOTHING);
    }

    /// Copies the entries of these communicators.
    void read(FileCopier file, CommunicatorTable communicators) throws IOException, DamagedFileException {
        file.forEach(keys, packed.length, (buffer, at, index) -> {
            long key = buffer.int64(at + ConnectionsLayout.Key.KEY);
            int serial = buffer.int32(at + ConnectionsLayout.Key.OWNER_SERIAL);
            boolean isCurrent =
                    ConnectionsLayout.Key.isInUse(key) && communicators.owns(ConnectionsLayout.Key.row(key), serial);
            if (!isCurrent || packed[index] != key || serials[index] != serial) {
                words[index] = NOTHING;
            }
            packed[index] = isCurrent ? key : 0;
            serials[index] = serial;
        });
        boolean isAnyUsed = false;
        for (int index = 0; index < packed.length; index++) {
            if (packed[index] != 0) {
                isAnyUsed = true;
                words[index] = grown(words[index], file.copyWords(cells, index, 1));
            }
        }
        if (!isAnyUsed) {
            return;
        }
        file.forEach(keys, packed.length, (buffer, at, index) -> {
            boolean same = packed[index] == buffer.int64(at + ConnectionsLayout.Key.KEY)
                    && serials[index] == buffer.int32(at + ConnectionsLayout.Key.OWNER_SERIAL);
            if (!same) {
                packed[index] = 0;
                words[index] = NOTHING;
            }
        });
    }

    private static long[] grown(long[] before, long[] read) throws DamagedFileException {
        long[] grown = Arrays.copyOf(read, WORDS);
        for (int i = 0; i < WORDS; i++) {
            if (isGauge(i)) {
                continue;
            }
            if (grown[i] < 0) {
                throw new DamagedFileException(ShmDamage.VALUE, "connection counter");
            }
            grown[i] = Math.max(grown[i], before[i]);
        }
        return grown;
    }

    private static boolean isGauge(int word) {
        int at = word * Long.BYTES;
        return at == Cell.OUTSTANDING_STEPS || at == Cell.WAITING || at == Cell.TRANSPORTS;
    }

    /// What is known now, by communicator row, in the order of the keys.
    Map<Integer, List<ConnectionCounters>> byRow() {
        Map<Integer, List<ConnectionCounters>> rows = new HashMap<>();
        for (int index = 0; index < packed.length; index++) {
            if (packed[index] != 0) {
                rows.computeIfAbsent(ConnectionsLayout.Key.row(packed[index]), row -> new ArrayList<>())
                        .add(counters(keyOf(packed[index]), words[index]));
            }
        }
        rows.values().forEach(row -> Collections.sort(row, (a, b) -> a.key().compareTo(b.key())));
        return rows;
    }

    private static ConnectionKey keyOf(long key) {
        return new ConnectionKey(
                ConnectionsLayout.Key.isOther(key) || ConnectionsLayout.Key.peer(key) < 0
                        ? OptionalInt.empty()
                        : OptionalInt.of(ConnectionsLayout.Key.peer(key)),
                ConnectionsLayout.Key.sends(key) ? Direction.SEND : Direction.RECEIVE,
                ConnectionsLayout.Key.channel(key),
                ConnectionsLayout.Key.isForeign(key) ? ConnectionKey.Owner.NEIGHBOUR : ConnectionKey.Owner.SELF);
    }

    private static ConnectionCounters counters(ConnectionKey key, long[] words) {
        long sets = at(words, Cell.TRANSPORTS);
        long operations = at(words, Cell.OPERATIONS);
        long[] buckets = Arrays.copyOfRange(words, Cell.BUCKET_0 / Long.BYTES, WORDS);
        return new ConnectionCounters(
                key,
                new Volume(operations, at(words, Cell.STEPS), at(words, Cell.BYTES), at(words, Cell.RESTARTS)),
                at(words, Cell.TIMED_STEPS),
                new StepStates(
                        at(words, Cell.NANOS),
                        at(words, Cell.NANOS + Long.BYTES),
                        at(words, Cell.NANOS + 2 * Long.BYTES),
                        at(words, Cell.NANOS + 3 * Long.BYTES)),
                TransferHistogram.of(buckets),
                new Network(
                        (int) sets,
                        (int) (sets >>> Integer.SIZE),
                        at(words, Cell.NET_EVENTS),
                        at(words, Cell.NET_BYTES)),
                new Standing(
                        Math.max(0, operations - at(words, Cell.OPERATIONS_DONE)),
                        Math.max(0, at(words, Cell.OUTSTANDING_STEPS)),
                        waiting(at(words, Cell.WAITING))));
    }

    private static StepStates waiting(long word) {
        return new StepStates(
                word & WAITING_MASK,
                word >>> WAITING_BITS & WAITING_MASK,
                word >>> (2 * WAITING_BITS) & WAITING_MASK,
                word >>> (3 * WAITING_BITS) & WAITING_MASK);
    }

    private static long at(long[] words, int offset) {
        return words[offset / Long.BYTES];
    }
}
