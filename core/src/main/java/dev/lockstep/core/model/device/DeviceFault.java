// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// What befell a GPU or a switch between them, as its driver told, counted since the agent started.
///
/// @param code number of the Xid or SXid
/// @param pciBusId of the device: `0000:1b:00.0`
/// @param isRoot whether nothing else on the node led to it
/// @param lastWallNanos when it was last told, since the epoch; 0 if the time is not known
public record DeviceFault(
        Kind kind,
        OptionalInt code,
        Optional<String> pciBusId,
        OptionalInt gpu,
        boolean isRoot,
        long count,
        long lastWallNanos) {
    /// What kind of message.
    public enum Kind {
        /// A numbered error of a GPU.
        XID,
        /// A numbered error of an NVSwitch.
        SXID,
        /// A GPU that answers no more.
        OFF_BUS,
        /// A GPU that must be reset.
        WEDGED;

        /// The value of the label `event`.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
