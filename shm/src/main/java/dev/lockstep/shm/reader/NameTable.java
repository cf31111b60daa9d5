// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmSeriesKey;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns name indices into what series and operations are called. A name never changes once it has a length, so
/// each is decoded once; equal combinations share one key object.
///
/// Refresh it after the indices were copied: a name is published before the first index that refers to it.
final class NameTable {
    /// Combinations kept; a file that makes up more costs time and no memory.
    private static final int KEYS_MAX = 4096;

    private static final String UNKNOWN = "";
    private static final List<OperationKind> KINDS = List.of(
            OperationKind.KERNEL,
            OperationKind.CALL_ONLY,
            OperationKind.SELF,
            OperationKind.COPY_ENGINE,
            OperationKind.CPU_TIMED);
    private static final int EXPONENT_MAX = 63;

    private final Section section;
    private final String[] names;
    private final boolean[] known;
    private final Map<Long, SeriesKey> keys = new HashMap<>();

    NameTable(Section section) {
        this.section = section;
        this.names = new String[section.capacity()];
        this.known = new boolean[section.capacity()];
        Arrays.fill(names, UNKNOWN);
        known[0] = true;
    }

    /// Decodes what was added since the last call.
    void refresh(FileCopier file) throws IOException, DamagedFileException {
        file.forEach(section, names.length, this::decode);
    }

    private void decode(CopyBuffer buffer, int at, int index) throws DamagedFileException {
        int length = buffer.int32(at + ShmLayout.Name.LENGTH);
        if (known[index] || length == 0) {
            return;
        }
        if (length < 0 || length >= ShmLayout.Name.TEXT_BYTES) {
            throw new DamagedFileException(
                    ShmDamage.VALUE, "name " + index + " of " + Integer.toUnsignedString(length) + " bytes");
        }
        names[index] = buffer.textOf(at + ShmLayout.Name.TEXT, length);
        known[index] = true;
    }

    /// The name at an index, empty at 0.
    String name(int index) throws DamagedFileException {
        if (index >= names.length || !known[index]) {
            throw new DamagedFileException(ShmDamage.INDEX, "name " + index);
        }
        return names[index];
    }

    /// What a packed series key counts.
    SeriesKey key(long packed) throws DamagedFileException {
        long id = ShmSeriesKey.withoutRow(packed);
        SeriesKey cached = keys.get(id);
        if (cached != null) {
            return cached;
        }
        SeriesKey key = new SeriesKey(
                NcclFunction.of(name(ShmSeriesKey.function(packed))),
                name(ShmSeriesKey.algorithm(packed)),
                name(ShmSeriesKey.protocol(packed)),
                sizeClass(ShmSeriesKey.sizeClass(packed)),
                kind(ShmSeriesKey.kind(packed)));
        if (keys.size() >= KEYS_MAX) {
            keys.clear();
        }
        keys.put(id, key);
        return key;
    }

    /// The class behind its byte.
    static SizeClass sizeClass(int exponent) throws DamagedFileException {
        if (exponent == ShmLayout.SIZE_CLASS_OTHER) {
            return SizeClass.OTHER;
        }
        if (exponent > EXPONENT_MAX) {
            throw new DamagedFileException(ShmDamage.VALUE, "size class " + exponent);
        }
        return new SizeClass(exponent);
    }

    private static OperationKind kind(int kind) throws DamagedFileException {
        if (kind >= KINDS.size()) {
            throw new DamagedFileException(ShmDamage.VALUE, "operation kind " + kind);
        }
        return KINDS.get(kind);
    }
}
