// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.ShmLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/// Takes the header out of a copy of it, checking every size.
final class HeaderRow {
    /// A file longer than this is refused.
    public static final long FILE_BYTES_MAX = 64L << 20;

    private HeaderRow() {}

    /// Takes the header out of a copy of its 4 KB whose magic and version are right.
    static ShmHeader of(CopyBuffer header) throws DamagedFileException {
        return new ShmHeader(
                header.int64(ShmLayout.Header.FILE_BYTES),
                header.int32(ShmLayout.Header.VERSION),
                header.unsignedInt(ShmLayout.Header.PID),
                header.unsignedInt(ShmLayout.Header.UID),
                header.int64(ShmLayout.Header.PROCESS_START_TICKS),
                header.text(ShmLayout.Header.HOST, ShmLayout.Header.HOST_BYTES),
                header.text(ShmLayout.Header.BOOT_ID, ShmLayout.Header.BOOT_ID_BYTES),
                header.text(ShmLayout.Header.PLUGIN_VERSION, ShmLayout.Header.PLUGIN_VERSION_BYTES),
                header.int64(ShmLayout.Header.ANCHOR_MONOTONIC_NANOS),
                header.int64(ShmLayout.Header.ANCHOR_WALL_NANOS),
                header.int32(ShmLayout.Header.NCCL_VERSION),
                presentFrom(1, header.int32(ShmLayout.Header.ENVIRONMENT_WORLD_SIZE)),
                presentFrom(0, header.int32(ShmLayout.Header.ENVIRONMENT_WORLD_RANK)),
                presentFrom(0, header.int32(ShmLayout.Header.ENVIRONMENT_LOCAL_RANK)),
                environment(header));
    }

    /// The sizes in the header, checked before anything else of it is used.
    static void checkSizes(CopyBuffer header, long actualBytes) throws DamagedFileException {
        long fileBytes = header.int64(ShmLayout.Header.FILE_BYTES);
        if (fileBytes < ShmLayout.Header.SIZE || fileBytes > FILE_BYTES_MAX) {
            throw new DamagedFileException(ShmDamage.HEADER, "file of " + Long.toUnsignedString(fileBytes) + " bytes");
        }
        if (actualBytes < fileBytes) {
            throw new DamagedFileException(ShmDamage.SHRANK, actualBytes + " of " + fileBytes + " bytes");
        }
        require(header.int32(ShmLayout.Header.HEADER_BYTES) == ShmLayout.Header.SIZE, "header_bytes");
        require(header.int32(ShmLayout.Header.SECTION_TABLE_OFFSET) == ShmLayout.Header.SECTIONS, "table offset");
        require(header.int32(ShmLayout.Header.SECTION_ENTRY_BYTES) == ShmLayout.Section.SIZE, "table entry bytes");
        int sections = header.int32(ShmLayout.Header.SECTION_COUNT);
        require(sections >= 0 && sections <= ShmLayout.SECTIONS_MAX, "section count");
    }

    private static void require(boolean holds, String what) throws DamagedFileException {
        if (!holds) {
            throw new DamagedFileException(ShmDamage.HEADER, what);
        }
    }

    private static OptionalInt presentFrom(int least, int value) {
        return value >= least ? OptionalInt.of(value) : OptionalInt.empty();
    }

    private static Map<String, String> environment(CopyBuffer header) throws DamagedFileException {
        int used = header.int32(ShmLayout.Header.ENVIRONMENT_USED_BYTES);
        if (used < 0 || used > ShmLayout.ENVIRONMENT_BYTES) {
            throw new DamagedFileException(ShmDamage.HEADER, "environment of " + used + " bytes");
        }
        Map<String, String> variables = new LinkedHashMap<>();
        int at = ShmLayout.Header.ENVIRONMENT;
        int end = at + used;
        while (at < end) {
            int length = header.lengthOfText(at, end - at);
            put(variables, header.textOf(at, length));
            at += length + 1;
        }
        return variables;
    }

    private static void put(Map<String, String> variables, String assignment) {
        int equals = assignment.indexOf('=');
        if (equals > 0) {
            variables.put(assignment.substring(0, equals), assignment.substring(equals + 1));
        }
    }

    /// Whether a fresh copy of the header still names the same process and the same file.
    static boolean isStill(ShmHeader known, CopyBuffer header) {
        return header.int64(ShmLayout.Header.MAGIC) == ShmLayout.MAGIC
                && header.int32(ShmLayout.Header.VERSION) == known.version()
                && header.int64(ShmLayout.Header.FILE_BYTES) == known.fileBytes()
                && header.unsignedInt(ShmLayout.Header.PID) == known.processId()
                && header.int64(ShmLayout.Header.PROCESS_START_TICKS) == known.startTicks();
    }
}
