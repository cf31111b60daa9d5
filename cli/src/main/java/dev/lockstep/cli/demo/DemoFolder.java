// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The one folder that a demo writes into, under `/dev/shm` where there is one; closing it leaves nothing behind.
final class DemoFolder implements AutoCloseable {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Path root;

    private DemoFolder(Path root) {
        this.root = root;
    }

    static DemoFolder create() throws IOException {
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path root = Files.isWritable(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, "lockstep-demo-", ownerOnly)
                : Files.createTempDirectory("lockstep-demo-", ownerOnly);
        return new DemoFolder(root);
    }

    /// Where the plugin of a simulated node puts its shared memory; the simulator makes it.
    Path sharedMemoryOf(String node) {
        return root.resolve(node);
    }

    /// Where the simulator writes the truth.
    Path truth() throws IOException {
        return Files.createDirectories(root.resolve("truth"));
    }

    /// A scenario that comes with the demo, as a file.
    Path scenario(String resource) throws IOException {
        Path file = root.resolve(resource);
        try (InputStream packed = DemoFolder.class.getResourceAsStream(resource)) {
            Files.copy(Objects.requireNonNull(packed, resource), file);
        }
        return file;
    }

    /// Where the processes of the nodes print to.
    Path output() {
        return root.resolve("nodes.log");
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("could not remove " + root + "; remove it by hand", e);
        }
    }
}
