// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Source;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One message of the driver about a GPU or switch.
///
/// @param host as the log prints it; empty if it does not
/// @param pci `0000:b3:00`, without the function
/// @param number of the Xid or SXid; absent for other messages
/// @param process name of the process, empty if unknown
/// @param causedBy number of the Xid that the message itself names as its cause
/// @param link NVLink that it names
/// @param uuid of the GPU, where the log told it before
public record GpuEvent(
        Source source,
        Optional<Moment> moment,
        String host,
        Kind kind,
        String pci,
        OptionalInt number,
        OptionalLong pid,
        String process,
        OptionalInt causedBy,
        OptionalInt link,
        Fatality fatality,
        String uuid,
        String words)
        implements Detail {
    /// What the message is.
    public enum Kind {
        /// `Xid (PCI:…): n`.
        XID,
        /// `SXid (PCI:…): n`.
        SXID,
        /// Fallen off the bus, with or without an Xid.
        OFF_BUS,
        /// The driver cannot start it, or finds it locked.
        WEDGED
    }

    /// How bad the message itself says it is.
    public enum Fatality {
        /// `Fatal`.
        FATAL,
        /// `Nonfatal` or `Non-fatal`.
        NONFATAL,
        /// It does not say.
        UNSAID
    }

    boolean isXid(int value) {
        return kind == Kind.XID && number.isPresent() && number.getAsInt() == value;
    }
}
