// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.ras.RasComm.Failure;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Errors that ranks report through RAS. A rank that reports the failure of a remote process is a witness.
final class FailureJudge {
    private FailureJudge() {}

    static Conclusion judge(RasComm comm, Failure failure, RasReport report) {
        String error = failure.error().toLowerCase(Locale.ROOT);
        boolean isWitness = error.contains("remote")
                || error.contains("system")
                || failure.listed().isEmpty();
        List<Subject> named = failure.listed().stream()
                .map(process -> process.subject(comm.id()))
                .toList();
        String phase =
                failure.isInit() ? "while communicator " + comm.id() + " was made" : "in communicator " + comm.id();
        return Conclusion.of(
                        signal(failure, error),
                        Severity.P0,
                        "ras|error|" + comm.hash(),
                        failure.ranks() + (failure.ranks() == 1 ? " rank reports \"" : " ranks report \"")
                                + failure.error() + "\" " + phase + (isWitness ? "; the cause lies elsewhere." : "."))
                .blaming(isWitness ? List.of() : named)
                .witnessedBy(isWitness ? named : List.of())
                .sure(isWitness ? 0.6 : 0.75)
                .restingOn(List.of(new Exhibit(report.source(), Optional.empty(), failure.error())))
                .with("comm", comm.id())
                .with("error", failure.error())
                .next("Read the NCCL log of these ranks (NCCL_DEBUG=WARN) for the first error.");
    }

    private static Signal signal(Failure failure, String error) {
        if (failure.isInit()) {
            return Signal.INIT_FAILURE;
        }
        if (error.contains("cuda")) {
            return Signal.GPU_WEDGED;
        }
        return error.contains("remote") || error.contains("system") ? Signal.NET_COMPLETION_ERROR : Signal.HANG_UNKNOWN;
    }
}
