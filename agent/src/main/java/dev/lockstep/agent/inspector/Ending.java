// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.count.ProcessAccumulator;
import dev.lockstep.agent.inspector.count.ProcessTable;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/// Ends the processes of logs that lie unchanged. A log cannot say that its writer has ended, so long silence has to
/// do; an old log is shown that long from when it was first seen, since somebody may have started the agent to see it.
final class Ending {
    private final LogRegistry registry;
    private final ProcessTable processes;
    private final Duration keep;

    Ending(LogRegistry registry, ProcessTable processes, Duration keep) {
        this.registry = registry;
        this.processes = processes;
        this.keep = keep;
    }

    /// A process lives on as long as one of its logs, and a log as long as one of its processes.
    void endUnchanged(long nowMillis) {
        Set<LogFile> over = new HashSet<>(registry.logsAndGone());
        over.removeIf(log -> isKept(log, nowMillis));
        Set<ProcessAccumulator> living = new HashSet<>();
        boolean more;
        do {
            more = false;
            for (LogFile log : registry.logsAndGone()) {
                if (!over.contains(log)) {
                    more |= living.addAll(log.context().processes());
                }
            }
            over.removeIf(log -> log.context().processes().stream().anyMatch(living::contains));
        } while (more);
        Set<ProcessAccumulator> ended = new HashSet<>();
        over.forEach(log -> ended.addAll(log.context().processes()));
        processes.forget(ended);
        over.forEach(registry::end);
    }

    private boolean isKept(LogFile log, long nowMillis) {
        return log.isEnded() || !log.isAtEnd() || nowMillis - log.changedMillis() < keep.toMillis();
    }
}
