// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.kernel;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A file that the kernel's messages are appended to. It begins anew where it became shorter, as where another file
/// took its place that has not grown as long yet; of what was there at the start the end is read.
final class LogFile implements KernelLog {
    /// Bytes that are read at once, and of the beginning.
    static final int BYTES_MAX = 1 << 20;

    private final Path path;
    private long position = -1;
    private long dropped;
    private String rest = "";

    LogFile(Path path) {
        this.path = path;
    }

    @Override
    public List<String> lines() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long length = file.length();
            if (position < 0) {
                position = Math.max(0, length - BYTES_MAX);
            } else if (length < position) {
                position = 0;
                rest = "";
            }
            file.seek(position);
            byte[] bytes = new byte[(int) Math.min(BYTES_MAX, length - position)];
            file.readFully(bytes);
            position += bytes.length;
            return cut(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /// What has no end yet waits for it.
    private List<String> cut(String text) {
        String all = rest + text;
        int end = all.lastIndexOf('\n');
        rest = end < 0 ? all : all.substring(end + 1);
        if (rest.length() > BYTES_MAX) {
            rest = "";
            dropped++;
        }
        List<String> lines = new ArrayList<>();
        if (end >= 0) {
            all.substring(0, end).lines().forEach(line -> {
                if (lines.size() < LINES_MAX) {
                    lines.add(line);
                } else {
                    dropped++;
                }
            });
        }
        return lines;
    }

    @Override
    public long dropped() {
        return dropped;
    }

    @Override
    public void close() {
        // Each reading opens it anew.
    }
}
