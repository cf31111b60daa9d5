// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import java.util.Locale;

/// Where an incident is in its life.
public enum IncidentState {
    /// Something looks wrong; it alerts nobody.
    SUSPECT,
    /// It is so.
    OPEN,
    /// It is over.
    CLOSED;

    /// The value of the label `state`: `open`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
