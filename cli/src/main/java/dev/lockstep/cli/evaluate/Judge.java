// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import dev.lockstep.cli.evaluate.Verdict.Named;
import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.Expectation;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentChange;
import dev.lockstep.core.analysis.incident.IncidentState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/// Holds the incidents of one case against what is true. Only open ones of severity P0 and P1 count, since they
/// wake people, and those about devices.
///
/// An incident is right if, at the last moment at which it was open, its kind is that of a fault and
/// everybody whom it names belongs to such a fault. A fault is named from the first moment at which a right
/// incident names all of it. An incident that tells nothing that another one did not tell before is one too
/// many.
final class Judge {
    /// One incident over time.
    private static final class Told {
        private Incident last;
        private final Map<Expectation, Long> namedNanos = new LinkedHashMap<>();

        private Told(Incident first) {
            this.last = first;
        }
    }

    private final Case run;
    private final Map<String, Told> told = new LinkedHashMap<>();
    private final Map<String, Incident> notices = new LinkedHashMap<>();
    private final Map<Expectation, Long> suspected = new LinkedHashMap<>();

    Judge(Case run) {
        this.run = run;
    }

    void look(long nowNanos, List<IncidentChange> changes) {
        for (IncidentChange change : changes) {
            Incident incident = change.incident();
            boolean wakes = incident.severity().compareTo(Severity.P1) <= 0
                    || incident.kind().isAboutHardware();
            for (Expectation expectation : run.expected()) {
                if (wakes && isRight(incident, expectation)) {
                    suspected.putIfAbsent(expectation, nowNanos);
                }
            }
            if (incident.state() == IncidentState.OPEN && wakes) {
                take(incident, nowNanos);
            } else if (incident.state() == IncidentState.OPEN) {
                notices.put(incident.id(), incident);
            }
        }
    }

    private void take(Incident incident, long nowNanos) {
        Told of = told.computeIfAbsent(incident.id(), first -> new Told(incident));
        of.last = incident;
        for (Expectation expectation : run.expected()) {
            if (isRight(incident, expectation)) {
                of.namedNanos.putIfAbsent(expectation, nowNanos);
            } else {
                of.namedNanos.remove(expectation);
            }
        }
    }

    /// Whether it names that fault, and nobody who has nothing to do with any.
    private boolean isRight(Incident incident, Expectation expectation) {
        return expectation.kinds().contains(incident.kind())
                && expectation.culprit().isNamedBy(incident)
                && incident.culprits().stream()
                        .allMatch(entity -> run.expected().stream()
                                .anyMatch(other -> other.kinds().contains(incident.kind())
                                        && other.culprit().includes(entity)));
    }

    /// @param onset when the fault of an expectation set in
    Verdict verdict(Function<Expectation, OptionalLong> onset) {
        Map<Expectation, Long> named = new LinkedHashMap<>();
        List<Incident> wrong = new ArrayList<>();
        for (Told each : told.values()) {
            boolean isNew = each.namedNanos.keySet().stream().anyMatch(expectation -> !named.containsKey(expectation));
            if (!isNew) {
                wrong.add(each.last);
            }
            each.namedNanos.forEach((expectation, nanos) -> named.merge(expectation, nanos, Math::min));
        }
        List<Named> rights = new ArrayList<>();
        List<Expectation> missed = new ArrayList<>();
        for (Expectation expectation : run.expected()) {
            Long at = named.get(expectation);
            if (at == null) {
                missed.add(expectation);
            } else {
                long from = onset.apply(expectation).orElse(0);
                Long suspicion = suspected.getOrDefault(expectation, at);
                rights.add(new Named(expectation, at - from, suspicion - from));
            }
        }
        return new Verdict(run, rights, missed, wrong, List.copyOf(notices.values()));
    }
}
