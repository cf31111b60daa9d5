// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.input;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Unpacks tar, also of gzip and zstd, and zip by their first bytes, into numbered files for the time of the run; names
/// of members are
/// only shown. Bounded in members and bytes, and what is over is counted.
final class Archive {
    /// Most members of one archive.
    static final int MEMBERS_MAX = 100_000;
    /// Most bytes of all members of one archive together.
    static final long BYTES_MAX = 16L << 30;

    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE_BYTES = 12;
    private static final int TYPE_AT = 156;
    private static final int MAGIC_AT = 257;

    private final Path folder;
    private final List<Member> members = new ArrayList<>();
    private final long bytesMax;
    private long bytes;
    private long left;

    /// @param name path inside the archive
    record Member(Path file, String name) {}

    private Archive(Path folder, long bytesMax) {
        this.folder = folder;
        this.bytesMax = bytesMax;
    }

    List<Member> members() {
        return members;
    }

    /// Members that were left out.
    long left() {
        return left;
    }

    static boolean isOne(byte[] head) {
        return isZip(head) || isTar(head);
    }

    private static boolean isZip(byte[] head) {
        return head.length > 4 && head[0] == 'P' && head[1] == 'K' && head[2] == 3 && head[3] == 4;
    }

    private static boolean isTar(byte[] head) {
        return head.length >= BLOCK && text(head, MAGIC_AT, 5).equals("ustar");
    }

    /// The first bytes of a file, unpacked if gzip or zstd packed it.
    static byte[] head(Path file) throws IOException {
        try (InputStream in = plain(file)) {
            return in.readNBytes(BLOCK);
        }
    }

    /// A file, unpacked if gzip or zstd packed it.
    static InputStream plain(Path file) throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        raw.mark(Integer.BYTES);
        byte[] magic = Arrays.copyOf(raw.readNBytes(Integer.BYTES), Integer.BYTES);
        raw.reset();
        if (ByteBuffer.wrap(magic).getInt() == Zstd.MAGIC) {
            raw.close();
            return Zstd.open(file);
        }
        boolean isGzip = magic[0] == 0x1f && magic[1] == (byte) 0x8b;
        return isGzip ? new GZIPInputStream(raw, 1 << 16) : raw;
    }

    static Archive unpack(Path file, byte[] head) throws IOException {
        return unpack(file, head, BYTES_MAX);
    }

    static Archive unpack(Path file, byte[] head, long bytesMax) throws IOException {
        Path folder = Files.createTempDirectory("lockstep-diagnose");
        folder.toFile().deleteOnExit();
        Archive archive = new Archive(folder, bytesMax);
        try (InputStream in = plain(file)) {
            if (isZip(head)) {
                archive.zip(new ZipInputStream(in));
            } else {
                archive.tar(in);
            }
        }
        return archive;
    }

    private void zip(ZipInputStream in) throws IOException {
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            if (!entry.isDirectory()) {
                keep(entry.getName(), in, Long.MAX_VALUE);
            }
        }
    }

    /// Headers of 512 bytes, each followed by its member in whole blocks; a long name stands in a member before.
    private void tar(InputStream in) throws IOException {
        String longName = "";
        for (byte[] header = in.readNBytes(BLOCK);
                header.length == BLOCK && header[0] != 0;
                header = in.readNBytes(BLOCK)) {
            long size = octal(header);
            char type = (char) header[TYPE_AT];
            long padding = (BLOCK - size % BLOCK) % BLOCK;
            if (type == 'L' && size < 1 << 16) {
                longName = text(in.readNBytes((int) size), 0, (int) size);
            } else {
                long rest = size;
                if (type == '0' || type == 0) {
                    rest -= keep(longName.isEmpty() ? text(header, 0, NAME_BYTES) : longName, in, size);
                }
                in.skipNBytes(rest);
                longName = "";
            }
            in.skipNBytes(padding);
        }
    }

    /// Keeps a member of at most so many bytes; how many it read.
    private long keep(String name, InputStream in, long size) throws IOException {
        if (members.size() >= MEMBERS_MAX || bytes >= bytesMax) {
            left++;
            return 0;
        }
        Path file = folder.resolve(String.format(Locale.ROOT, "%06d", members.size()));
        file.toFile().deleteOnExit();
        long kept = 0;
        byte[] buffer = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (kept < size && bytes < bytesMax) {
                long room = Math.min(size - kept, bytesMax - bytes);
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, room));
                if (read < 0) {
                    break;
                }
                out.write(buffer, 0, read);
                kept += read;
                bytes += read;
            }
        }
        left += bytes >= bytesMax ? 1 : 0;
        members.add(new Member(file, name));
        return kept;
    }

    private static long octal(byte[] header) throws IOException {
        String digits = text(header, SIZE_AT, SIZE_BYTES).strip();
        if (!digits.matches("[0-7]{0,12}")) {
            throw new IOException("a damaged header of a tar member");
        }
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }

    /// Up to the first zero.
    private static String text(byte[] bytes, int from, int length) {
        int end = from;
        int limit = Math.min(bytes.length, from + length);
        while (end < limit && bytes[end] != 0) {
            end++;
        }
        return new String(Arrays.copyOfRange(bytes, from, end), StandardCharsets.UTF_8);
    }
}
