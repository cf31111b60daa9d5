// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/// What zstd packed, unpacked by the program `zstd` as a child that reads the file itself and may take so much memory.
/// It
/// is ended with the stream.
final class Zstd extends FilterInputStream {
    /// First four bytes of a file.
    static final int MAGIC = 0x28b52ffd;

    private static final String MEMORY_MAX = "-M256MB";
    private static final String PROGRAM = System.getProperty("lockstep.zstd", "zstd");

    private final Process process;

    private Zstd(Process process) {
        super(process.getInputStream());
        this.process = process;
    }

    static InputStream open(Path file) throws IOException {
        return open(file, PROGRAM);
    }

    static InputStream open(Path file, String program) throws IOException {
        try {
            return new Zstd(new ProcessBuilder(program, "-dc", "-q", MEMORY_MAX)
                    .redirectInput(file.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException absent) {
            throw new IOException(
                    "it is packed with zstd, which is not here: install it, or unpack with zstd -d", absent);
        }
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        return read < 0 ? ended() : read;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = super.read(bytes, from, length);
        return read < 0 ? ended() : read;
    }

    private int ended() throws IOException {
        try {
            if (process.waitFor() != 0) {
                throw new IOException("its zstd is broken or was cut off, or needs more memory than " + MEMORY_MAX);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        super.close();
    }
}
