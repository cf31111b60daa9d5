// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmCounter;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What was lost or suspect in a process, by reason: the plugin's counters and, beside them, what this reader
/// itself did not get. Every reason of the fixed set is always there, also at 0, so that rates work from the
/// first event on.
final class LossCounters {
    /// What the reader did not get or did not believe.
    enum ReaderLoss {
        /// Ring records overwritten before they were read.
        RING_OVERWRITTEN,
        /// Ring records whose number was taken and that were never written.
        RING_UNWRITTEN,
        /// Series whose row got another owner while it was copied.
        SERIES_TORN,
        /// Series of which a counter was lower than before; the higher value stays.
        COUNTER_WENT_BACK;

        String reason() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final List<ShmCounter> COUNTERS = List.of(ShmCounter.values());

    private final Section section;
    private final Map<ShmCounter, Long> counts = new EnumMap<>(ShmCounter.class);
    private final Map<ReaderLoss, Long> own = new EnumMap<>(ReaderLoss.class);
    private Map<String, Long> lost = Map.of();
    private Map<String, Long> suspect = Map.of();
    private boolean changed = true;

    LossCounters(Section section) {
        this.section = section;
        COUNTERS.forEach(counter -> counts.put(counter, 0L));
        for (ReaderLoss loss : ReaderLoss.values()) {
            own.put(loss, 0L);
        }
    }

    /// Copies the plugin's counters.
    void read(FileCopier file) throws IOException, DamagedFileException {
        int readable = Math.min(section.capacity(), section.entriesACopy());
        CopyBuffer buffer = file.copy(section, 0, readable);
        for (ShmCounter counter : COUNTERS) {
            if (counter.index() < readable) {
                raise(counter, buffer.int64(counter.index() * section.entryBytes()));
            }
        }
    }

    private void raise(ShmCounter counter, long value) {
        if (value > counts.getOrDefault(counter, 0L)) {
            counts.put(counter, value);
            changed = true;
        }
    }

    /// Counts what the reader itself lost.
    void add(ReaderLoss loss, long count) {
        if (count > 0) {
            own.merge(loss, count, Long::sum);
            changed = true;
        }
    }

    /// Refusals and losses by reason; the same object until one of them changes.
    Map<String, Long> lost() {
        rebuild();
        return lost;
    }

    /// Timings that were kept out of the histograms, by reason.
    Map<String, Long> suspect() {
        rebuild();
        return suspect;
    }

    private void rebuild() {
        if (!changed) {
            return;
        }
        changed = false;
        Map<String, Long> lostNow = new LinkedHashMap<>();
        Map<String, Long> suspectNow = new LinkedHashMap<>();
        counts.forEach(
                (counter, count) -> (counter.isSuspectTiming() ? suspectNow : lostNow).put(counter.reason(), count));
        own.forEach((loss, count) -> lostNow.put(loss.reason(), count));
        lost = Map.copyOf(lostNow);
        suspect = Map.copyOf(suspectNow);
    }
}
