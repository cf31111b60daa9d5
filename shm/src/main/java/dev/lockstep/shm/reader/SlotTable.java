// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The operations that were enqueued and that the plugin has not declared done.
///
/// The plugin declares an operation done when all channels that it was told of have stopped. Where that number
/// is wrong it waits for a later operation; an operation after which nothing comes would stay in flight for
/// ever. So a slot of which every started channel has stopped, and that has not changed for {@link
/// #QUIET_NANOS}, is settled by the reader.
///
/// The order makes that exact. The plugin clears a slot's channels, then counts the operation in its series,
/// then publishes it as done. The reader copies the cells first and the slots afterwards: a slot whose channels
/// still stand there was not counted in those cells.
final class SlotTable {
    /// How long a slot must not have changed before the reader settles it.
    static final long QUIET_NANOS = 100_000_000;

    private final Section section;
    private final int[] seen;
    private Map<Integer, Quiet> quiet = new HashMap<>();

    /// An operation that ended although the plugin has not counted it. Without a duration its stamps cannot be
    /// true.
    record SettledOperation(long sizeBytes, OptionalLong durationNanos) {}

    /// Which channels a slot had stopped, and since when no reading has seen it otherwise.
    private record Quiet(int generation, long channels, long lastStopGpu, long sinceNanos) {
        boolean isSame(InFlightSlot slot) {
            return generation == slot.generation()
                    && channels == slot.startedChannels()
                    && lastStopGpu == slot.lastStopGpu();
        }
    }

    SlotTable(Section section) {
        this.section = section;
        this.seen = new int[section.capacity()];
    }

    /// Copies the first `used` slots, and those in flight once more: what is the same operation both times, and
    /// not done at the second, did not change in between but for its channels.
    List<InFlightSlot> read(FileCopier file, long used) throws IOException, DamagedFileException {
        if (used < 0 || used > section.capacity()) {
            throw new DamagedFileException(ShmDamage.VALUE, "slots used: " + Long.toUnsignedString(used));
        }
        int end = endOfInFlight(file, (int) used);
        List<InFlightSlot> inFlight = new ArrayList<>();
        file.forEach(section, end, (buffer, at, index) -> {
            if (seen[index] != 0 && seen[index] == generationInFlight(buffer, at)) {
                inFlight.add(InFlightSlot.of(buffer, at, index));
            }
        });
        return inFlight;
    }

    /// Notes the generation of every slot in flight, and gives the place behind the last one.
    private int endOfInFlight(FileCopier file, int used) throws IOException, DamagedFileException {
        int end = 0;
        int atOnce = section.entriesACopy();
        for (int first = 0; first < used; first += atOnce) {
            int count = Math.min(atOnce, used - first);
            CopyBuffer buffer = file.copy(section, first, count);
            for (int i = 0; i < count; i++) {
                int generation = generationInFlight(buffer, i * section.entryBytes());
                seen[first + i] = generation;
                end = generation == 0 ? end : first + i + 1;
            }
        }
        return end;
    }

    /// The generation of a slot, 0 where it was never used or is done.
    private static int generationInFlight(CopyBuffer buffer, int at) {
        int generation = buffer.int32(at + ShmLayout.Slot.GENERATION);
        return generation == buffer.int32(at + ShmLayout.Slot.DONE_GENERATION) ? 0 : generation;
    }

    /// Those of the slots in flight, by their index, that have been quiet for `quietNanos` at `nowNanos`.
    Map<Integer, SettledOperation> settled(List<InFlightSlot> inFlight, long nowNanos, long quietNanos) {
        Map<Integer, Quiet> before = quiet;
        Map<Integer, SettledOperation> settled = new HashMap<>();
        quiet = new HashMap<>();
        for (InFlightSlot slot : inFlight) {
            if (!slot.hasStopped()) {
                continue;
            }
            Quiet known = before.get(slot.index());
            Quiet now = known != null && known.isSame(slot)
                    ? known
                    : new Quiet(slot.generation(), slot.startedChannels(), slot.lastStopGpu(), nowNanos);
            quiet.put(slot.index(), now);
            if (nowNanos - now.sinceNanos() >= quietNanos) {
                settled.put(slot.index(), new SettledOperation(slot.sizeBytes(), duration(slot)));
            }
        }
        return settled;
    }

    private static OptionalLong duration(InFlightSlot slot) {
        boolean plausible = slot.firstStartGpu() > 0 && slot.lastStopGpu() > slot.firstStartGpu();
        return plausible ? OptionalLong.of(slot.lastStopGpu() - slot.firstStartGpu()) : OptionalLong.empty();
    }
}
