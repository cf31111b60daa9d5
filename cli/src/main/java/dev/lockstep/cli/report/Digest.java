// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is worth knowing of some days, the worst of each first.
///
/// @param suspects nodes and links that incidents name
/// @param slower operations that take longer from hour to hour
/// @param gaps what is missing, one sentence each
record Digest(
        Instant since,
        Instant until,
        List<OfKind> kinds,
        List<OfCause> lost,
        List<Suspect> suspects,
        List<Slower> slower,
        List<OfJob> jobs,
        List<String> gaps) {
    /// All incidents of one kind.
    record OfKind(String kind, int incidents, int open, int confirmed, int called) {}

    /// GPU hours that were lost to one kind of incident, or to ranks that none named any more.
    record OfCause(String cause, double gpuHours) {}

    /// A node, or a device of it.
    ///
    /// @param device empty for the node itself
    /// @param trend how the magnitude of its incidents grows, where it does
    record Suspect(
            String node,
            String device,
            int incidents,
            List<String> kinds,
            List<String> jobs,
            double gpuHours,
            Optional<Trend> trend) {
        String name() {
            return device.isEmpty() ? node : node + " " + device;
        }
    }

    /// An operation that takes longer from hour to hour; its trend is in seconds.
    record Slower(String jobId, String comm, String collective, String size, Trend trend) {}

    /// What happened to one job.
    record OfJob(String jobId, int incidents, List<String> kinds, double gpuHours) {}

    double gpuHours() {
        return lost.stream().mapToDouble(OfCause::gpuHours).sum();
    }

    int incidents() {
        return kinds.stream().mapToInt(OfKind::incidents).sum();
    }
}
