// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.process;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Lines that sound like a fault and are none: serving engines whose first request compiles kernels, and the scheduler
/// that ends a job whose time is over.
final class SlowLines {
    /// One of them stands in every line that matters.
    static final List<String> NEEDLES = List.of("memory broadcast block", "DUE TO TIME LIMIT", "DUE TO PREEMPTION");

    private final String file;
    private final Consumer<Sighting> out;
    private final Set<String> told = new HashSet<>();

    SlowLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void line(Line line) {
        String text = line.text();
        if (text.contains("No available shared memory broadcast block")) {
            tell(line, "a worker took long, as while it compiles; it is a hang only if no work follows", "slow-worker");
        } else if (text.contains("CANCELLED AT")
                && (text.contains("DUE TO TIME LIMIT") || text.contains("DUE TO PREEMPTION"))) {
            tell(line, "the scheduler ended the job: its time was over, or others came first", Clue.ENDED_BY_SCHEDULER);
        }
    }

    private void tell(Line line, String reason, String key) {
        if (told.add(key)) {
            out.accept(Clue.context(
                            Signal.BENIGN, Severity.INFO, Subject.NONE, new Source(file, line.number()), line.raw())
                    .with("reason", reason)
                    .of(key));
        }
    }
}
