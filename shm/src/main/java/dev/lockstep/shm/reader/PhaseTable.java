// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.KernelPhases;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.shm.PhasesLayout;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmSeriesKey;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The sums of kernel phases, by communicator row. An entry counts only if it had the same owner in two copies; its
/// counters never go back while it has it. A file of layout 1.0 has none.
final class PhaseTable {
    private static final List<KernelPhases.Sum> NOTHING =
            Collections.nCopies(PhasesLayout.KINDS, new KernelPhases.Sum(0, 0));
    private static final Entry UNUSED = new Entry(0, 0, NOTHING);

    private final Section section;
    private final Entry[] entries;

    /// What an entry said when it was last believed, phase by phase.
    private record Entry(long key, int serial, List<KernelPhases.Sum> sums) {
        Entry {
            sums = List.copyOf(sums);
        }
    }

    PhaseTable(Section section) {
        this.section = section;
        this.entries = new Entry[section.capacity()];
        Arrays.fill(entries, UNUSED);
    }

    /// Copies the entries of these communicators, twice.
    void read(FileCopier file, CommunicatorTable communicators) throws IOException, DamagedFileException {
        file.forEach(section, entries.length, (buffer, at, index) -> {
            long key = buffer.int64(at + PhasesLayout.KEY);
            int serial = buffer.int32(at + PhasesLayout.OWNER_SERIAL);
            boolean isCurrent = ShmSeriesKey.isInUse(key) && communicators.owns(ShmSeriesKey.row(key), serial);
            entries[index] = isCurrent ? grown(entries[index], key, serial, sums(buffer, at)) : UNUSED;
        });
        file.forEach(section, entries.length, (buffer, at, index) -> {
            boolean same = entries[index].key() == buffer.int64(at + PhasesLayout.KEY)
                    && entries[index].serial() == buffer.int32(at + PhasesLayout.OWNER_SERIAL);
            if (!same) {
                entries[index] = UNUSED;
            }
        });
    }

    private static List<KernelPhases.Sum> sums(CopyBuffer buffer, int at) throws DamagedFileException {
        List<KernelPhases.Sum> sums = new ArrayList<>(PhasesLayout.KINDS);
        for (int phase = 0; phase < PhasesLayout.KINDS; phase++) {
            long count = buffer.int64(at + PhasesLayout.COUNT + phase * Long.BYTES);
            long nanos = buffer.int64(at + PhasesLayout.NANOS + phase * Long.BYTES);
            if (count < 0 || nanos < 0) {
                throw new DamagedFileException(ShmDamage.VALUE, "phase counter");
            }
            sums.add(new KernelPhases.Sum(count, nanos));
        }
        return sums;
    }

    private static Entry grown(Entry before, long key, int serial, List<KernelPhases.Sum> sums) {
        if (before.key() != key || before.serial() != serial) {
            return new Entry(key, serial, sums);
        }
        List<KernelPhases.Sum> grown = new ArrayList<>(sums.size());
        for (int phase = 0; phase < sums.size(); phase++) {
            KernelPhases.Sum known = before.sums().get(phase);
            KernelPhases.Sum read = sums.get(phase);
            grown.add(
                    new KernelPhases.Sum(Math.max(known.count(), read.count()), Math.max(known.nanos(), read.nanos())));
        }
        return new Entry(key, serial, grown);
    }

    /// What is known now, by communicator row. Functions that this version does not know have one name.
    Map<Integer, List<KernelPhases>> byRow(NameTable names) throws DamagedFileException {
        Map<Integer, Map<String, KernelPhases>> rows = new HashMap<>();
        for (Entry entry : entries) {
            if (!ShmSeriesKey.isInUse(entry.key())) {
                continue;
            }
            KernelPhases phases = new KernelPhases(
                    NcclFunction.of(names.name(ShmSeriesKey.function(entry.key()))),
                    names.name(ShmSeriesKey.algorithm(entry.key())),
                    entry.sums().get(0),
                    entry.sums().get(1),
                    entry.sums().get(2));
            rows.computeIfAbsent(ShmSeriesKey.row(entry.key()), row -> new LinkedHashMap<>())
                    .merge(phases.function() + " " + phases.kernel(), phases, KernelPhases::plus);
        }
        Map<Integer, List<KernelPhases>> lists = new HashMap<>();
        rows.forEach((row, phases) -> lists.put(row, List.copyOf(phases.values())));
        return lists;
    }
}
