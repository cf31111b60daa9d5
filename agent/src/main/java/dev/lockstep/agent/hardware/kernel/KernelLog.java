// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Messages of the kernel as they come.
interface KernelLog extends AutoCloseable {
    /// Lines that are taken at once.
    int LINES_MAX = 4096;

    /// Opens the ring of messages, or a file that they are written to.
    ///
    /// @throws IOException if it cannot be read
    static KernelLog open(Path path) throws IOException {
        return Files.isRegularFile(path) ? new LogFile(path) : RingLog.open(path);
    }

    /// What has come since the call before, the oldest first.
    ///
    /// @throws IOException if it can be read no more
    List<String> lines() throws IOException;

    /// Lines that came too fast to be taken.
    long dropped();

    @Override
    void close();
}
