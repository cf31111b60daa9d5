// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

/// The layers of alerts: what happens to somebody because of one.
enum Severity {
    /// Wakes somebody now: GPUs stand still.
    P0("P0"),
    /// Tells somebody now and opens a ticket: a job loses time to a cause that has a name.
    P1("P1"),
    /// Is in the daily digest.
    P2("P2"),
    /// Is there for those who look.
    INFO("info"),
    /// Is no trouble: it always fires, and its absence tells that alerting is dead.
    NONE("none");

    private final String label;

    Severity(String label) {
        this.label = label;
    }

    /// The value of the label `severity`.
    String label() {
        return label;
    }
}
