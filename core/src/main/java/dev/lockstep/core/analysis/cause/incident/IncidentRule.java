// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.incident;

import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Takes the brain at its word: it has seen more than any log. What it only suspected is a remark.
public final class IncidentRule implements Rule {
    /// The only state is in the argument.
    public IncidentRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<Conclusion> conclusions = new ArrayList<>();
        for (ToldIncident incident : sightings.of(ToldIncident.class)) {
            conclusions.add(incident.isSure() ? told(incident) : remark(incident));
        }
        return conclusions;
    }

    private static Conclusion told(ToldIncident incident) {
        Signal signal = signal(incident.kind());
        boolean isAboutWork = signal == Signal.INFO_PARSED;
        Conclusion conclusion = Conclusion.of(
                        signal,
                        isAboutWork ? Severity.INFO : incident.severity(),
                        "told|" + incident.id(),
                        incident.title())
                .blaming(blames(incident.kind()) ? incident.culprits() : List.of())
                .witnessedBy(blames(incident.kind()) ? List.of() : incident.culprits())
                .sure(incident.confidence())
                .restingOn(evidence(incident));
        for (Map.Entry<String, String> fact : incident.facts().entrySet()) {
            conclusion = conclusion.with(fact.getKey(), fact.getValue());
        }
        List<Integer> ranks = incident.culprits().stream()
                .map(Subject::rank)
                .flatMap(rank -> rank.stream().boxed())
                .toList();
        conclusion = blames(incident.kind()) && !ranks.isEmpty() ? conclusion.with("culprit_ranks", ranks) : conclusion;
        return incident.nextStep().isEmpty() ? conclusion : conclusion.next(incident.nextStep());
    }

    private static Conclusion remark(ToldIncident incident) {
        return Conclusion.of(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        "told|" + incident.id(),
                        "Suspected, or called false: " + incident.title())
                .sure(incident.confidence())
                .restingOn(evidence(incident));
    }

    private static List<Exhibit> evidence(ToldIncident incident) {
        return List.of(new Exhibit(
                incident.source(), incident.start(), "incident " + incident.id() + ": " + incident.title()));
    }

    /// Whether those whom such an incident names did it; in the other kinds they are those who wait.
    private static boolean blames(FindingKind kind) {
        return switch (kind) {
            case HANG_ALL_ENTERED, HANG_UNKNOWN, LOSS_OF_SIGHT, DRIFT, IMBALANCE -> false;
            case STRAGGLER_GPU,
                    STRAGGLER_HOST,
                    SLOW_NODE,
                    SLOW_LINK,
                    SLOW_CHANNEL,
                    HANG_NOT_ENTERED,
                    HANG_MISMATCH,
                    HANG_NOT_STARTED,
                    PROCESS_GONE,
                    HANG_SETUP,
                    ODD_HARDWARE,
                    HARDWARE_WEARING -> true;
        };
    }

    private static Signal signal(FindingKind kind) {
        return switch (kind) {
            case STRAGGLER_GPU, STRAGGLER_HOST, SLOW_NODE -> Signal.RAS_STRAGGLER;
            case SLOW_LINK -> Signal.NET_SLOW;
            case SLOW_CHANNEL -> Signal.PERF_LATE_CHANNEL;
            case HANG_NOT_ENTERED, PROCESS_GONE -> Signal.HANG_RANK_NOT_ENTERED;
            case HANG_MISMATCH -> Signal.MISMATCH_COLLECTIVE;
            case HANG_NOT_STARTED -> Signal.HANG_GPU_STALL;
            case HANG_ALL_ENTERED -> Signal.HANG_ALL_ENTERED;
            case HANG_SETUP -> Signal.INIT_STUCK;
            case HANG_UNKNOWN -> Signal.HANG_UNKNOWN;
            case LOSS_OF_SIGHT -> Signal.TELEMETRY_GAP;
            case IMBALANCE, DRIFT, ODD_HARDWARE, HARDWARE_WEARING -> Signal.INFO_PARSED;
        };
    }
}
