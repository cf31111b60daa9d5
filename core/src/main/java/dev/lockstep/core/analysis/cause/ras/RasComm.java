// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// What a report says of one communicator.
///
/// @param hash 16 hex digits without `0x`
/// @param size ranks that it should have; absent if the report does not say
/// @param status of the communicator, `RUNNING`; empty if not printed
/// @param statusCounts ranks by status, where they differ; `NOCOMM` is written `UNKNOWN` up to 2.25
/// @param missingCount ranks whose data are missing; may be absurd where RAS' memory is damaged
/// @param counts what ranks have launched, an entry a function and count
public record RasComm(
        String hash,
        OptionalInt size,
        String status,
        Map<String, Integer> statusCounts,
        List<RasProcess> statusOutliers,
        long missingCount,
        List<Missing> missing,
        List<Count> counts,
        List<Failure> failures) {
    /// A rank without data.
    ///
    /// @param isSilent its process does not answer; otherwise it answered and knows no such communicator
    public record Missing(RasProcess process, boolean isSilent, boolean isDead) {}

    /// Ranks that have launched equally many operations of one function.
    ///
    /// @param function `AllReduce`; `collective` up to 2.25, which counts all together
    /// @param ranks how many
    /// @param listed those that the report names: where they are few, whether they are ahead or behind
    public record Count(String function, long value, int ranks, List<RasProcess> listed) {
        public Count {
            listed = List.copyOf(listed);
        }
    }

    /// Ranks that report an error.
    ///
    /// @param isInit while the communicator was made; otherwise later
    public record Failure(boolean isInit, String error, int ranks, List<RasProcess> listed) {
        public Failure {
            listed = List.copyOf(listed);
        }
    }

    public RasComm {
        statusCounts = Map.copyOf(statusCounts);
        statusOutliers = List.copyOf(statusOutliers);
        missing = List.copyOf(missing);
        counts = List.copyOf(counts);
        failures = List.copyOf(failures);
    }

    /// `0x9e17999afaa87dbb`, as the vocabulary writes it.
    String id() {
        return "0x" + hash;
    }
}
