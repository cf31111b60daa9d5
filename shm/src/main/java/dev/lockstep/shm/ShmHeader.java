// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import java.util.Map;
import java.util.OptionalInt;

/// What a file's header says once and for all about the process that writes it. `bootId` and `startTicks` tell
/// two processes of one pid apart; `environment` holds the plugin's short allow-list.
public record ShmHeader(
        long fileBytes,
        int version,
        long processId,
        long userId,
        long startTicks,
        String host,
        String bootId,
        String pluginVersion,
        long anchorMonotonicNanos,
        long anchorWallNanos,
        int ncclVersion,
        OptionalInt worldSize,
        OptionalInt worldRank,
        OptionalInt localRank,
        Map<String, String> environment) {
    public ShmHeader {
        environment = Map.copyOf(environment);
    }
}
