// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.ras.RasReport;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.Optional;

/// A report without a complaint, as a clue for those who see a hang: every host has launched as much as every other.
final class Agreement {
    private Agreement() {}

    static Optional<Clue> of(RasReport report) {
        if (!report.isQuiet()) {
            return Optional.empty();
        }
        Clue clue = Clue.context(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        Subject.NONE,
                        report.source(),
                        "RAS finds every rank, and all have launched equally many operations; that does not prove that"
                                + " any of them completes")
                .with("status", "RUNNING")
                .with("errors", "OK")
                .with(
                        "comm_sizes",
                        report.groups().stream()
                                .map(RasReport.Group::ranksPerComm)
                                .distinct()
                                .toList())
                .of("ras|" + report.source().file() + "|agreement");
        return Optional.of(
                report.gpus().isPresent() ? clue.with("ranks", report.gpus().getAsInt()) : clue);
    }
}
