// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Who is asked for trouble of jobs; nobody, unless it is set.
///
/// @param logs patterns of files to follow, all of which were found to be some
/// @param journal the program that follows the journal
/// @param ras where NCCL's RAS listens; its host is not looked up yet
public record TroubleConfig(
        List<String> logs, Optional<String> journal, Optional<InetSocketAddress> ras, Duration rasInterval) {
    public TroubleConfig {
        logs = List.copyOf(logs);
    }
}
