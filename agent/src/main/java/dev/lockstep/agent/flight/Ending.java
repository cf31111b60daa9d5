// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.util.Locale;

/// How a process ended that leaves a flight record. One that ended well leaves none.
public enum Ending {
    /// It was gone without having closed its file: killed, or crashed.
    KILLED,
    /// It closed its file, but an operation had hung before: somebody gave up.
    HUNG;

    /// Its name in labels and in files, for example `killed`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
