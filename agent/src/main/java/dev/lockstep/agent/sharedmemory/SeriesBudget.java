// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// How many series may be shown at a time. Each costs the agent 2 KB twice; what is over would cost it its life.
/// A directory, and so a job, gets no more than its part, so that one job leaves room for the next.
final class SeriesBudget {
    /// Series of all files.
    static final int SERIES_MAX = 4096;
    /// Series of the files of one directory: ten full processes' worth at the usual 300 a GPU.
    static final int SERIES_PER_DIRECTORY_MAX = 3072;

    private final Map<Path, Integer> byDirectory = new HashMap<>();
    private int all;

    /// Takes the room for that many series, if there is room.
    boolean takes(Path directory, int series) {
        int ofDirectory = byDirectory.getOrDefault(directory, 0) + series;
        if (all + series > SERIES_MAX || ofDirectory > SERIES_PER_DIRECTORY_MAX) {
            return false;
        }
        all += series;
        byDirectory.put(directory, ofDirectory);
        return true;
    }
}
