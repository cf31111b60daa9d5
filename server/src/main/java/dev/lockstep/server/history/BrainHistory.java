// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.history;

import dev.lockstep.core.analysis.incident.Incident;
import java.util.List;
import java.util.Optional;

/// What a brain remembers of a time.
///
/// @param losses what late ranks cost, by hour; empty where that is not known
/// @param paces how long operations took, by hour; empty where that is not known
/// @param gaps what is missing in it, one sentence each
public record BrainHistory(List<Told> incidents, List<Loss> losses, List<Pace> paces, List<String> gaps) {
    public BrainHistory {
        incidents = List.copyOf(incidents);
        losses = List.copyOf(losses);
        paces = List.copyOf(paces);
        gaps = List.copyOf(gaps);
    }

    /// An incident, and what a person said of it.
    public record Told(Incident incident, Optional<Verdict> verdict) {
        /// Whether somebody called it false.
        public boolean isFalse() {
            return verdict.filter(Verdict.FALSE::equals).isPresent();
        }
    }

    /// What can be said of an incident.
    public enum Verdict {
        /// It was so.
        CONFIRMED,
        /// It was not.
        FALSE
    }

    /// GPU seconds that others waited in an hour for a rank that was named as late.
    ///
    /// @param hour since the epoch
    /// @param rank empty where it is not known
    public record Loss(String jobId, String node, String rank, long hour, double gpuSeconds) {}

    /// One function and size of a communicator in an hour.
    ///
    /// @param hour since the epoch
    /// @param meanSeconds in the kernel, waits included
    public record Pace(Shape shape, long hour, double meanSeconds) {}

    /// What is compared with itself over time.
    public record Shape(String jobId, String comm, String collective, String size) {}
}
