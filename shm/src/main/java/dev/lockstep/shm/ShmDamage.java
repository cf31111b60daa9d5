// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import java.util.Locale;

/// In which way a shared-memory file is not what its header or `docs/shared-memory.md` says.
public enum ShmDamage {
    /// The operating system refused to read it.
    UNREADABLE,
    /// Shorter than its header says, or than it was.
    SHRANK,
    /// The header names impossible sizes, or changed what never changes.
    HEADER,
    /// A section lies outside the file, over another one, or has entries of an impossible size or number.
    SECTION_TABLE,
    /// A text does not end where it must.
    TEXT,
    /// An index points outside its table or to nothing.
    INDEX,
    /// A counter, length or enumerated value that cannot be.
    VALUE;

    /// The reason as a label value, for example `section_table`.
    public String reason() {
        return "damaged_" + name().toLowerCase(Locale.ROOT);
    }
}
