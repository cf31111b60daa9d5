// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.process;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.List;
import java.util.function.Consumer;

/// Lines of serving engines that sound like a hang, and by themselves only tell that something took long: the first
/// request after a start compiles kernels.
final class SlowLines {
    /// One of them stands in every line that matters.
    static final List<String> NEEDLES = List.of("memory broadcast block");

    private final String file;
    private final Consumer<Sighting> out;
    private boolean isTold;

    SlowLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void line(Line line) {
        if (!isTold && line.text().contains("No available shared memory broadcast block")) {
            isTold = true;
            out.accept(Clue.context(
                            Signal.BENIGN, Severity.INFO, Subject.NONE, new Source(file, line.number()), line.raw())
                    .with("reason", "a worker took long, as while it compiles; it is a hang only if no work follows")
                    .of("slow-worker"));
        }
    }
}
