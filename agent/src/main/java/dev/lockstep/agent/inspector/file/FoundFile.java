// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.file;

import java.nio.file.Path;

/// A log as a directory listing shows it. `fileKey` is the file's identity on its file system.
public record FoundFile(Path path, LogName name, Object fileKey, long size, long modifiedMillis) {
    /// Whether nothing tells it from how it was found before.
    public boolean isUnchangedFrom(FoundFile earlier) {
        return size == earlier.size && modifiedMillis == earlier.modifiedMillis && fileKey.equals(earlier.fileKey);
    }
}
