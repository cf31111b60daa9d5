// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.spool;

import dev.lockstep.core.wire.WireLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The directory in which batches outlive an agent: one file a batch, `<number>.batch`. Each holds the batch, and the
/// newest one behind it all that was told with it, so that the next agent begins where this one stood. A file gets its
/// name when it is whole. One agent at a time has the directory.
///
/// ```
/// int bytes of the batch | int bytes of the total | batch | total
/// ```
final class SpoolFiles implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("(?<number>\\d{16})\\.batch");
    private static final String UNFINISHED = ".unfinished";
    private static final String LOCK = "lock";
    private static final int HEAD_BYTES = 2 * Integer.BYTES;
    /// Entries looked at: with more than this, somebody else uses the directory.
    private static final int ENTRIES_MAX = 100_000;

    private final Path directory;
    private final FileChannel lockChannel;

    /// A batch in a file, and what was told with it where that is the newest.
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Kept(byte[] batch, byte[] total) {}

    private SpoolFiles(Path directory, FileChannel lockChannel) {
        this.directory = directory;
        this.lockChannel = lockChannel;
    }

    /// Makes the directory, for the agent's user alone, and takes it.
    ///
    /// @throws IOException if it cannot be made, or another agent has it
    static SpoolFiles open(Path directory) throws IOException {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        FileChannel channel = FileChannel.open(
                directory.resolve(LOCK), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), ownerOnly());
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new SpoolFiles(directory, channel);
            }
        } catch (OverlappingFileLockException ofThisProcess) {
            channel.close();
            throw new IOException("another agent of this process has " + directory, ofThisProcess);
        }
        channel.close();
        throw new IOException("another agent has " + directory);
    }

    private static FileAttribute<?> ownerOnly() {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    }

    /// The numbers of the batches that are there with the bytes of their files, oldest first.
    SortedMap<Long, Long> list() throws IOException {
        SortedMap<Long, Long> numbers = new TreeMap<>();
        int left = ENTRIES_MAX;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                if (left-- > 0 && name.matches()) {
                    numbers.put(Long.parseLong(name.group("number")), Files.size(file));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return numbers;
    }

    private Path file(long number) {
        return directory.resolve("%016d.batch".formatted(number));
    }

    void write(long number, byte[] batch, byte[] total) throws IOException {
        Path unfinished = directory.resolve(UNFINISHED);
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(batch.length).putInt(total.length).flip();
        try (FileChannel channel = FileChannel.open(
                unfinished,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
                ownerOnly())) {
            writeAll(channel, head);
            writeAll(channel, ByteBuffer.wrap(batch));
            writeAll(channel, ByteBuffer.wrap(total));
        }
        Files.move(unfinished, file(number), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /// What is in a file; absent where it is damaged or gone.
    Optional<Kept> read(long number) {
        try {
            Path file = file(number);
            if (Files.size(file) > HEAD_BYTES + 2L * WireLimits.BATCH_BYTES_MAX) {
                return Optional.empty();
            }
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            if (bytes.remaining() < HEAD_BYTES) {
                return Optional.empty();
            }
            int batchBytes = bytes.getInt();
            int totalBytes = bytes.getInt();
            return taken(bytes, batchBytes)
                    .map(batch -> new Kept(batch, taken(bytes, totalBytes).orElse(new byte[0])));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> taken(ByteBuffer from, int length) {
        if (length < 0 || length > from.remaining()) {
            return Optional.empty();
        }
        byte[] taken = new byte[length];
        from.get(taken);
        return Optional.of(taken);
    }

    /// Takes away what was told with a batch that is no longer the newest.
    void cutTotal(long number, int batchBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file(number), StandardOpenOption.WRITE)) {
            channel.truncate(HEAD_BYTES + (long) batchBytes);
        }
    }

    void delete(long number) throws IOException {
        Files.deleteIfExists(file(number));
    }

    /// Leaves the directory to the next agent.
    @Override
    public void close() throws IOException {
        lockChannel.close();
    }
}
