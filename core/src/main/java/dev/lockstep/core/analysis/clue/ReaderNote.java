// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

import java.util.Map;

/// What a reader says of its file: which format it was, how much of it was read and refused. For "what was not seen".
///
/// @param format `nccl-log`, `ras-text`
/// @param counts lines or records by kind: `lines`, `matched`, `refused`, `cut`
public record ReaderNote(Source source, String format, Map<String, Long> counts) implements Sighting {
    public ReaderNote {
        counts = Map.copyOf(counts);
    }
}
