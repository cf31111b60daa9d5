// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/// What the file system says about an entry, without following a symbolic link. `inode` tells two files of one
/// name apart.
record FileIdentity(Path path, long device, long inode, int owner, Kind kind) {
    enum Kind {
        FILE,
        DIRECTORY,
        SYMBOLIC_LINK,
        OTHER
    }

    /// Looks at an entry itself, never at what a link points to.
    static FileIdentity of(Path path) throws IOException {
        return new FileIdentity(
                path,
                (Long) attribute(path, "dev"),
                (Long) attribute(path, "ino"),
                (Integer) attribute(path, "uid"),
                kind(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)));
    }

    private static Object attribute(Path path, String name) throws IOException {
        return Objects.requireNonNull(Files.getAttribute(path, "unix:" + name, LinkOption.NOFOLLOW_LINKS), name);
    }

    private static Kind kind(BasicFileAttributes attributes) {
        if (attributes.isSymbolicLink()) {
            return Kind.SYMBOLIC_LINK;
        }
        if (attributes.isDirectory()) {
            return Kind.DIRECTORY;
        }
        return attributes.isRegularFile() ? Kind.FILE : Kind.OTHER;
    }

    Path directory() {
        return Objects.requireNonNull(path.getParent(), "no directory");
    }

    /// Whether that path still names this very file.
    boolean isStillThere() {
        try {
            return of(path).equals(this);
        } catch (IOException gone) {
            return false;
        }
    }
}
