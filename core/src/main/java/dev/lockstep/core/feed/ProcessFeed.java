// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// One process of a job since the batch before.
///
/// @param jobId the label `job_id`
/// @param incarnation one life of the job, the same on all of its ranks; absent until it is known
/// @param worldSize ranks that the launcher started
/// @param losses what was not seen of it since the batch before, by reason
public record ProcessFeed(
        ProcessKey key,
        ProcessLife life,
        String jobId,
        Optional<String> incarnation,
        OptionalInt worldSize,
        Optional<String> ncclVersion,
        List<CommunicatorFeed> communicators,
        Map<String, Long> losses) {
    public ProcessFeed {
        communicators = List.copyOf(communicators);
        losses = Map.copyOf(losses);
    }
}
