// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import java.util.Locale;

/// What happened to an incident at one look, and what it is since.
public record IncidentChange(Incident incident, What what) {
    /// The ways in which an incident changes.
    public enum What {
        /// It was seen for the first time, or again, and is not sure yet.
        SUSPECTED,
        /// It opened for the first time.
        OPENED,
        /// It opened after it had been closed.
        REOPENED,
        /// It became more severe.
        ESCALATED,
        /// Its kind, culprits, title or figures are others.
        UPDATED,
        /// It is over.
        CLOSED,
        /// The suspicion went away and never was more than that.
        DROPPED;

        /// As events spell it: `opened`.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
