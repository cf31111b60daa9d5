// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import dev.lockstep.agent.trouble.log.LogPattern;
import java.util.List;

/// Who is asked for trouble of jobs; nobody, unless it is set.
///
/// @param logs files to follow
public record TroubleConfig(List<LogPattern> logs) {
    public TroubleConfig {
        logs = List.copyOf(logs);
    }
}
