// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Optional;
import java.util.OptionalInt;

/// Which process of which job. `processId` is the pid as the process itself sees it; `jobId`
/// follows the rule of
/// docs/glossary.md ("job"). `ncclVersion` reads `2.30.7`; `profilerApi` is the version NCCL chose
/// (3…7).
public record ProcessIdentity(
        String host, long processId, String jobId, Optional<String> ncclVersion, OptionalInt profilerApi) {}
