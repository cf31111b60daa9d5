// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.OptionalInt;

/// Which operations a {@link ReportedTiming} is about. Texts that are not known are empty. `node` is where they ran,
/// `gpuUuid` on which GPU; `messageSize` is the size or range of sizes in the reporter's own words.
public record ReportedOperation(
        String node,
        String gpuUuid,
        String jobId,
        String comm,
        OptionalInt commRank,
        String commName,
        OptionalInt ranks,
        OptionalInt nodes,
        NcclFunction function,
        String messageSize,
        String algorithm,
        String protocol) {}
