// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.scratch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A new folder of the caller's own, which for what is small and short-lived is under `/dev/shm` where there is one;
/// closing it leaves nothing behind.
public final class ScratchFolder implements AutoCloseable {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Path path;

    private ScratchFolder(Path path) {
        this.path = path;
    }

    /// A folder whose name begins with `prefix`, for its owner alone, as the plugin wants it.
    public static ScratchFolder create(String prefix) throws IOException {
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        return new ScratchFolder(
                Files.isWritable(SHARED_MEMORY)
                        ? Files.createTempDirectory(SHARED_MEMORY, prefix, ownerOnly)
                        : Files.createTempDirectory(prefix, ownerOnly));
    }

    /// A folder for what may grow, under the system's folder of temporary files.
    public static ScratchFolder onDisk(String prefix) throws IOException {
        return new ScratchFolder(Files.createTempDirectory(prefix));
    }

    /// Where it lies.
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("could not remove " + path + "; remove it by hand", e);
        }
    }
}
