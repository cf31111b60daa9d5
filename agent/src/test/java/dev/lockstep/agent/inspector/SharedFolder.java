// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the folder of real inputs that may lie beside the checkout; tests that need it are skipped without it.
public final class SharedFolder {
    private SharedFolder() {}

    /// `shared/name`, in the nearest directory above that has it.
    public static Path require(String name) {
        Optional<Path> found = Stream.iterate(
                        Path.of("").toAbsolutePath(), directory -> directory != null, Path::getParent)
                .map(directory -> directory.resolve("shared").resolve(name))
                .filter(Files::isDirectory)
                .findFirst();
        assumeTrue(found.isPresent(), "no shared/" + name + " beside the checkout");
        return found.orElseThrow();
    }
}
