// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.scratch.ScratchFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The one folder that a demo writes into; closing it leaves nothing behind.
final class DemoFolder implements AutoCloseable {
    private final ScratchFolder folder;

    private DemoFolder(ScratchFolder folder) {
        this.folder = folder;
    }

    static DemoFolder create() throws IOException {
        return new DemoFolder(ScratchFolder.create("lockstep-demo-"));
    }

    /// Where the plugin of a simulated node puts its shared memory; the simulator makes it.
    Path sharedMemoryOf(String node) {
        return folder.path().resolve(node);
    }

    /// Where the simulator writes the truth.
    Path truth() throws IOException {
        return Files.createDirectories(folder.path().resolve("truth"));
    }

    /// Where the devices of the nodes are shown.
    Path hardware() throws IOException {
        return Files.createDirectories(folder.path().resolve("hardware"));
    }

    /// A scenario that comes with the demo, as a file.
    Path scenario(String resource) throws IOException {
        Path file = folder.path().resolve(resource);
        try (InputStream packed = DemoFolder.class.getResourceAsStream(resource)) {
            Files.copy(Objects.requireNonNull(packed, resource), file);
        }
        return file;
    }

    /// Where the processes of the nodes print to.
    Path output() {
        return folder.path().resolve("nodes.log");
    }

    @Override
    public void close() {
        folder.close();
    }
}
