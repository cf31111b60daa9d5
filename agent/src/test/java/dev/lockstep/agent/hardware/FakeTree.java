// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A tree of small files and links, as sysfs is one, unpacked from one text: `path = value`, `path -> target`.
public final class FakeTree {
    private static final String VALUE = " = ";
    private static final String LINK = " -> ";

    private final Path root;

    private FakeTree(Path root) {
        this.root = root;
    }

    /// An empty one.
    public static FakeTree in(Path root) throws IOException {
        Files.createDirectories(root);
        return new FakeTree(root);
    }

    /// The tree that the file describes.
    public static FakeTree unpack(Path file, Path root) throws IOException {
        FakeTree tree = in(root);
        for (String line : Files.readAllLines(file)) {
            if (line.contains(VALUE)) {
                int at = line.indexOf(VALUE);
                tree.file(
                        line.substring(0, at),
                        line.substring(at + VALUE.length()).replace("\\n", "\n"));
            } else if (line.contains(LINK) && !line.startsWith("#")) {
                int at = line.indexOf(LINK);
                tree.link(line.substring(0, at), line.substring(at + LINK.length()));
            }
        }
        return tree;
    }

    public Path root() {
        return root;
    }

    /// Writes a file, or writes it anew.
    public FakeTree file(String path, String value) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, value + "\n");
        return this;
    }

    public FakeTree link(String path, String target) throws IOException {
        Path link = root.resolve(path);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, Path.of(target));
        return this;
    }
}
