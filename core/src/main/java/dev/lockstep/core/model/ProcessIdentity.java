// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Optional;
import java.util.OptionalInt;

/// Which process of which job. `processId` is the pid as the process itself sees it; `jobId`
/// follows the rule of
/// docs/glossary.md ("job"). `ncclVersion` reads `2.30.7`; `profilerApi` is the version NCCL chose
/// (3…7).
/// `node` is where it runs, absent for the node of the agent that tells of it.
public record ProcessIdentity(
        String host,
        long processId,
        String jobId,
        Optional<String> ncclVersion,
        OptionalInt profilerApi,
        Optional<String> node) {
    /// A process of the agent's own node.
    public ProcessIdentity(
            String host, long processId, String jobId, Optional<String> ncclVersion, OptionalInt profilerApi) {
        this(host, processId, jobId, ncclVersion, profilerApi, Optional.empty());
    }
}
