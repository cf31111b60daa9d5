// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// The folder of one brain's store: mode 0700, locked while the brain lives.
///
/// ```
/// journal           incidents, judgements and maintenance windows, one line each with its checksum
/// history/          Parquet: minutes-…, of some minutes or of a day, and incidents-…
/// damaged/          what could not be read
/// ```
final class StoreDirectory implements AutoCloseable {
    private final Path root;
    private final FileChannel lockFile;

    private StoreDirectory(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /// Makes what is missing and takes the lock.
    ///
    /// @throws InvalidConfigException if another brain has it
    static StoreDirectory open(Path root) throws IOException {
        var owner = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(root, PosixFilePermissions.asFileAttribute(owner));
        Files.setPosixFilePermissions(root, owner);
        Files.createDirectories(historyIn(root));
        Files.createDirectories(root.resolve("damaged"));
        FileChannel lockFile =
                FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isLocked(lockFile)) {
            lockFile.close();
            throw new InvalidConfigException(
                    List.of("store-dir " + root + " is in use by another lockstep server: give each its own"));
        }
        return new StoreDirectory(root, lockFile);
    }

    private static boolean isLocked(FileChannel lockFile) throws IOException {
        try {
            FileLock lock = lockFile.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    Path journal() {
        return journalIn(root);
    }

    Path history() {
        return historyIn(root);
    }

    static Path journalIn(Path root) {
        return root.resolve("journal");
    }

    static Path historyIn(Path root) {
        return root.resolve("history");
    }

    /// Moves a file to where it harms nobody and can be looked at.
    void setAside(Path file) throws IOException {
        Path aside = root.resolve("damaged").resolve(String.valueOf(file.getFileName()));
        for (int i = 1; Files.exists(aside); i++) {
            aside = aside.resolveSibling(file.getFileName() + "." + i);
        }
        Files.move(file, aside);
    }

    /// Puts a whole new file in the place of an old one: after a crash there is the one or the other.
    static void replace(Path whole, Path place) throws IOException {
        try (FileChannel file = FileChannel.open(whole, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        try {
            Files.move(whole, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException foreign) {
            throw new IOException(place + " lies on a file system without atomic renames", foreign);
        }
        try (FileChannel folder = FileChannel.open(place.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
