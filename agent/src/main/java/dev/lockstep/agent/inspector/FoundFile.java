// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.count.LogName;
import java.nio.file.Path;

/// A log as a directory listing shows it. `fileKey` is the file's identity on its file system.
record FoundFile(Path path, LogName name, Object fileKey, long size, long modifiedMillis) {
    boolean isUnchangedFrom(FoundFile earlier) {
        return size == earlier.size && modifiedMillis == earlier.modifiedMillis && fileKey.equals(earlier.fileKey);
    }
}
