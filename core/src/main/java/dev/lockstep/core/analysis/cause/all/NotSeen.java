// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.all;

import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.ReaderNote;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Says what of the input was not read, a line a file.
final class NotSeen {
    /// Most lines; the others are counted in one more.
    static final int LINES_MAX = 20;

    private NotSeen() {}

    static List<String> lines(Sightings sightings) {
        List<ReaderNote> notes = sightings.of(ReaderNote.class);
        List<String> lines = new ArrayList<>(
                notes.stream().limit(LINES_MAX).map(NotSeen::line).toList());
        if (notes.size() > LINES_MAX) {
            lines.add("… and " + (notes.size() - LINES_MAX) + " more");
        }
        return lines;
    }

    private static String line(ReaderNote note) {
        return switch (note.kind()) {
            case OVER_LIMIT ->
                note.source() + ": more than is kept of one file, left out: " + counts(note)
                        + "; give the part around the failure alone";
            case FILES_OVER_LIMIT -> total(note) + " files: more than are read in one run; give the folders one by one";
            case UNREADABLE -> note.source() + ": cannot be read: " + String.join(", ", names(note));
            case NOT_ASKED -> note.source() + ": not asked: " + String.join(", ", names(note));
            case UNKNOWN -> note.source() + ": no text, and no format that is known";
        };
    }

    /// `512 of nccl-log, 3 of kernel`.
    private static String counts(ReaderNote note) {
        return new TreeMap<>(note.counts())
                .entrySet().stream()
                        .map(each -> each.getValue() + " of " + each.getKey())
                        .collect(Collectors.joining(", "));
    }

    private static List<String> names(ReaderNote note) {
        return note.counts().keySet().stream().sorted().toList();
    }

    private static long total(ReaderNote note) {
        return note.counts().values().stream().mapToLong(Long::longValue).sum();
    }
}
