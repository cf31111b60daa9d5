// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.util.LinkedHashMap;
import java.util.Map;

/// Offsets of the fields of a C struct under the System V ABI: every field at the next multiple of
/// its own size. Built field by field, so that no offset is typed by hand.
final class CStruct {
    private final Map<String, Long> offsets = new LinkedHashMap<>();
    private long end;

    static CStruct of() {
        return new CStruct();
    }

    /// A struct whose first fields are those of this one.
    CStruct copy() {
        CStruct copy = new CStruct();
        copy.offsets.putAll(offsets);
        copy.end = end;
        return copy;
    }

    CStruct pointer(String name) {
        return field(name, Long.BYTES);
    }

    CStruct word(String name) {
        return field(name, Long.BYTES);
    }

    CStruct integer(String name) {
        return field(name, Integer.BYTES);
    }

    CStruct octet(String name) {
        return field(name, Byte.BYTES);
    }

    /// The next field begins at a multiple of eight, as a nested struct of words does.
    CStruct aligned() {
        end = Math.ceilDiv(end, Long.BYTES) * Long.BYTES;
        return this;
    }

    long at(String name) {
        Long offset = offsets.get(name);
        if (offset == null) {
            throw new IllegalArgumentException("no field " + name);
        }
        return offset;
    }

    boolean has(String name) {
        return offsets.containsKey(name);
    }

    private CStruct field(String name, long bytes) {
        end = Math.ceilDiv(end, bytes) * bytes;
        offsets.put(name, end);
        end += bytes;
        return this;
    }
}
