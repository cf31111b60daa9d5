// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.Locale;

/// What a link suffered, in words that all drivers share: their own names differ for the same thing.
public enum LinkError {
    /// The link went down.
    DOWN,
    /// The link was trained again without going down.
    RECOVERY,
    /// Symbols, frames or flits that arrived damaged and were noticed by the link itself.
    SYMBOL,
    /// Errors over the link's threshold.
    INTEGRITY,
    /// Packets that arrived damaged.
    RECEIVE,
    /// Packets that the port dropped instead of sending.
    DISCARD_SEND,
    /// Packets that the port or its driver dropped on arrival.
    DISCARD_RECEIVE,
    /// No buffer was there for what arrived.
    BUFFER,
    /// Packets, flits or frames sent again.
    RETRANSMIT,
    /// An acknowledgement did not come in time.
    TIMEOUT,
    /// Sending again was given up.
    RETRIES_EXCEEDED,
    /// Packets arrived in another order, so that some were lost.
    OUT_OF_SEQUENCE,
    /// The receiver was not ready.
    RECEIVER_NOT_READY,
    /// An operation was refused or failed at the peer.
    REMOTE,
    /// An operation failed here.
    LOCAL;

    /// Whether it costs time when it happens. Signs of congestion do not count, nor what the link mends beside its
    /// traffic.
    public boolean isCostly() {
        return switch (this) {
            case RECOVERY, INTEGRITY, RECEIVE, RETRANSMIT, TIMEOUT, RETRIES_EXCEEDED, OUT_OF_SEQUENCE, LOCAL -> true;
            case DOWN, SYMBOL, DISCARD_SEND, DISCARD_RECEIVE, BUFFER, RECEIVER_NOT_READY, REMOTE -> false;
        };
    }

    /// The value of the label `error`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
