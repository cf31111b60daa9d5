// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

import java.util.Locale;

/// How urgent it is.
public enum Severity {
    /// The job stands still or its results are wrong.
    P0,
    /// One culprit slows the job persistently.
    P1,
    /// Drift, imbalance or loss of sight: look at it in the morning.
    P2,
    /// Worth knowing, wakes nobody.
    INFO;

    /// The value of the label `severity`: `p1`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
