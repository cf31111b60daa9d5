// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.generated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that a command generates and that is committed; its path is below the folder that the user names, which is
/// `deploy` in a checkout. A test compares what is committed with what would be generated.
public record GeneratedFile(String path, String text) {
    /// Writes it below that folder and gives the path of the file.
    public Path writeBelow(Path folder) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.toAbsolutePath().getParent());
        return Files.writeString(file, text);
    }
}
