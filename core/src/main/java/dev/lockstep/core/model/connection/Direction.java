// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.connection;

/// Which way data go on a connection, seen from the rank that tells of it.
public enum Direction {
    /// To the peer.
    SEND("send"),
    /// From the peer.
    RECEIVE("recv");

    private final String label;

    Direction(String label) {
        this.label = label;
    }

    /// The value of the label `direction`.
    public String label() {
        return label;
    }
}
