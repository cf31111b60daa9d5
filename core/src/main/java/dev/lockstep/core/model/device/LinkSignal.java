// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.Locale;

/// Signs of congestion on a link. None is an error: a busy network shows them.
public enum LinkSignal {
    /// Notifications of congestion that this port sent to senders.
    CNP_SENT,
    /// Those that it obeyed.
    CNP_HANDLED,
    /// Packets that arrived with the mark of a congested switch.
    ECN_MARKED,
    /// Ticks in which the port had something to send and no credit for it.
    XMIT_WAIT,
    /// A sender adapted its time-out.
    ADAPTED;

    /// The value of the label `signal`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
