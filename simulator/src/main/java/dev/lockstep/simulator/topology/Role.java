// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.topology;

/// What a communicator is for. Its name starts with the prefix: `TP_3`.
public enum Role {
    WORLD("WORLD"),
    TENSOR("TP"),
    PIPELINE("PP"),
    DATA("DP"),
    EXPERT("EP");

    private final String prefix;

    Role(String prefix) {
        this.prefix = prefix;
    }

    /// As in names of communicators and in scenario files.
    public String prefix() {
        return prefix;
    }
}
