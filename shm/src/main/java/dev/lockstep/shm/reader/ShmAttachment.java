// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;

/// What attaching to a file gave: a waiting state, a refusal, or a reader. The caller closes the reader.
public sealed interface ShmAttachment {
    /// There is no such file, or no longer.
    record NoFile() implements ShmAttachment {}

    /// Not even a header yet.
    record TooShort(long bytes) implements ShmAttachment {}

    /// The header has no version yet: the process is still filling the file.
    record UnderConstruction() implements ShmAttachment {}

    /// Not a file of Lockstep.
    record WrongMagic(long magic) implements ShmAttachment {}

    /// Written by a plugin of another major version.
    record UnsupportedVersion(int major, int minor) implements ShmAttachment {}

    /// Of Lockstep and not readable. `detail` says what is wrong, for the log.
    record Damaged(ShmDamage damage, String detail) implements ShmAttachment {}

    /// Attached.
    record Ready(ShmReader reader) implements ShmAttachment {}
}
