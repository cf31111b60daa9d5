// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// RAS counts what hosts launched. Beside a time-out its OK says that every rank launched the operation, so it hangs in
/// the device or the network; it never closes a hang.
public final class RasAgreement implements Refinement {
    /// The only state is in the arguments.
    public RasAgreement() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        Optional<Exhibit> agreement = conclusions.stream()
                .filter(RasAgreement::isAgreement)
                .flatMap(each -> each.evidence().stream())
                .findFirst();
        if (agreement.isEmpty()) {
            return conclusions;
        }
        List<Conclusion> all = new ArrayList<>();
        boolean isHang = false;
        for (Conclusion conclusion : conclusions) {
            boolean isVague = conclusion.signal() == Signal.HANG_UNKNOWN
                    && conclusion.fact("observations").isEmpty()
                    && conclusion.incident().startsWith("hang|");
            isHang = isHang || isVague || conclusion.signal() == Signal.HANG_ALL_ENTERED;
            all.add(isVague ? allEntered(conclusion, agreement.get()) : conclusion);
        }
        if (isHang) {
            all.add(Conclusion.of(
                            Signal.TELEMETRY_AMBIGUOUS,
                            Severity.INFO,
                            "ras-ok",
                            "RAS says OK: that proves only that hosts launched; it does not close the hang")
                    .restingOn(List.of(agreement.get()))
                    .with("detail", "RAS OK only proves host-side launches"));
        }
        return all;
    }

    /// What a report of RAS says in which all communicators run and all counts are equal.
    private static boolean isAgreement(Conclusion conclusion) {
        boolean isOk = conclusion.fact("errors").equals("OK")
                && conclusion.fact("status").equals("RUNNING");
        return conclusion.signal() == Signal.INFO_PARSED
                && (isOk || conclusion.fact("ras").equals("equal"));
    }

    private static Conclusion allEntered(Conclusion hang, Exhibit agreement) {
        List<Exhibit> evidence = new ArrayList<>(hang.evidence());
        evidence.add(agreement);
        return new Conclusion(
                        Signal.HANG_ALL_ENTERED,
                        hang.severity(),
                        List.of(),
                        hang.witnesses(),
                        0.7,
                        "every rank launched the operation, by the counts of RAS, and nothing completes:"
                                + " device or network",
                        evidence,
                        hang.facts(),
                        hang.nextSteps(),
                        hang.incident())
                .with("where", "device-or-network")
                .with("culprit_ranks", "[]");
    }
}
