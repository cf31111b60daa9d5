// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// The files that are attached, in the order in which they came. Those that are in keep their place: a job
/// cannot evict another one by making files, and gets no more than its part of the places.
final class AttachedFiles {
    /// Files attached at a time: eight processes on a large node, and room for those that ended.
    static final int FILES_MAX = 256;
    /// Files of one directory, and so of one job.
    static final int FILES_PER_DIRECTORY_MAX = 64;

    private final Map<FileIdentity, AttachedFile> files = new LinkedHashMap<>();
    private final Map<Path, Integer> byDirectory = new HashMap<>();

    boolean contains(FileIdentity file) {
        return files.containsKey(file);
    }

    boolean hasRoomFor(FileIdentity file) {
        return files.size() < FILES_MAX && byDirectory.getOrDefault(file.directory(), 0) < FILES_PER_DIRECTORY_MAX;
    }

    void add(AttachedFile file) {
        files.put(file.identity(), file);
        byDirectory.merge(file.identity().directory(), 1, Integer::sum);
    }

    /// Closes a file and gives its place away.
    void remove(AttachedFile file) {
        file.close();
        files.remove(file.identity());
        byDirectory.computeIfPresent(file.identity().directory(), (path, count) -> count == 1 ? null : count - 1);
    }

    Collection<AttachedFile> all() {
        return files.values();
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    void closeAll() {
        files.values().forEach(AttachedFile::close);
        files.clear();
        byDirectory.clear();
    }
}
