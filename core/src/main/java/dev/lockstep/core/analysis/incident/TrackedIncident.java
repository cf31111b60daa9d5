// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.IncidentChange.What;
import dev.lockstep.core.analysis.incident.IncidentSettings.Damping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One incident with what is needed to decide its next state. Time passes for it only while its job is seen.
final class TrackedIncident {
    /// What an OPEN incident says changes once it was so at this many looks in a row.
    private static final int CHANGE_LOOKS = 3;
    /// Figures that change alone are told this often.
    private static final long REFRESH_NANOS = 60_000_000_000L;
    /// An incident that keeps coming back needs up to 2 to this power times as long to close.
    private static final int FLAP_DOUBLINGS_MAX = 3;

    private final IncidentSettings settings;
    private Incident incident;
    private boolean shown;
    private int openings;
    private long heldNanos;
    private long sureNanos;
    private long cleanNanos;
    private long unseenNanos;
    private long toldWallNanos;
    private String told = "";
    private List<Entity> proposed = List.of();
    private int proposedLooks;

    private TrackedIncident(Incident incident, IncidentSettings settings) {
        this.incident = incident;
        this.settings = settings;
    }

    static TrackedIncident begin(String id, Finding finding, long wallNanos, IncidentSettings settings) {
        Incident first = new Incident(
                id,
                finding.kind(),
                finding.job(),
                finding.severity(),
                Culprits.union(finding.culprits().stream()),
                IncidentState.SUSPECT,
                onset(finding, wallNanos),
                wallNanos,
                OptionalLong.empty(),
                finding.evidence(),
                finding.confidence(),
                finding.magnitude(),
                finding.unit(),
                finding.nextStep(),
                IncidentTitle.of(finding.kind(), finding.culprits(), finding));
        return new TrackedIncident(first, settings);
    }

    /// One that was stored.
    static TrackedIncident restore(Incident stored, IncidentSettings settings) {
        TrackedIncident tracked = new TrackedIncident(stored, settings);
        tracked.shown = true;
        tracked.openings = stored.state() == IncidentState.SUSPECT ? 0 : 1;
        tracked.told = tracked.telling();
        tracked.toldWallNanos = stored.updatedWallNanos();
        return tracked;
    }

    /// A node's clock may step; what it says is believed within a day before now.
    private static long onset(Finding finding, long wallNanos) {
        long onset = finding.onsetWallNanos();
        long day = 86_400_000_000_000L;
        return onset > wallNanos || wallNanos - onset > day ? wallNanos : onset;
    }

    Incident incident() {
        return incident;
    }

    boolean isShown() {
        return shown;
    }

    /// Whether it went away without ever having been more than a suspicion.
    boolean isForgotten() {
        return !incident.isActive() && openings == 0;
    }

    /// Whether nobody is named whom the others wait for, or nobody may be yet.
    boolean isUnnamedStop() {
        boolean isNobody = incident.kind().isStop() && incident.culprits().isEmpty();
        return isNobody || incident.kind() == FindingKind.HANG_UNKNOWN;
    }

    /// Takes the name of a culprit at once where there was none.
    void name(Finding finding) {
        say(finding, Culprits.union(finding.culprits().stream()), finding.kind());
    }

    /// It holds at this look. `nanos` have passed since the look before; `best` speaks for all findings about it.
    Optional<What> hold(Finding best, List<Entity> culprits, long nanos, long wallNanos) {
        boolean sure = best.confidence() >= Finding.CONFIDENCE_SUSPECT;
        cleanNanos = 0;
        unseenNanos = 0;
        heldNanos += incident.isActive() ? nanos : 0;
        sureNanos = sure && incident.isActive() ? sureNanos + nanos : 0;
        boolean worse = best.severity().compareTo(incident.severity()) < 0;
        boolean returns = incident.state() == IncidentState.CLOSED;
        if (returns) {
            heldNanos = 0;
            sureNanos = 0;
            incident = incident.in(IncidentState.SUSPECT, wallNanos);
        }
        adopt(best, culprits);
        incident = touched(worse ? best.severity() : incident.severity(), wallNanos);
        return step(sure, worse, returns, wallNanos);
    }

    private Optional<What> step(boolean sure, boolean worse, boolean returns, long wallNanos) {
        Damping damping = settings.of(incident.severity());
        if (incident.state() == IncidentState.SUSPECT && sure && sureNanos >= damping.openNanos()) {
            incident = incident.in(IncidentState.OPEN, wallNanos);
            openings++;
            shown = true;
            return tell(openings == 1 ? What.OPENED : What.REOPENED);
        }
        if (returns || (!shown && heldNanos >= damping.suspectNanos())) {
            shown = true;
            return tell(What.SUSPECTED);
        }
        if (!shown) {
            return Optional.empty();
        }
        if (worse) {
            return tell(What.ESCALATED);
        }
        boolean isDue = wallNanos - toldWallNanos >= REFRESH_NANOS;
        return isDue || !told.equals(telling()) ? tell(What.UPDATED) : Optional.empty();
    }

    /// An explanation of it stands elsewhere: it neither grows nor ends.
    void keep() {
        cleanNanos = 0;
        unseenNanos = 0;
    }

    /// Nothing was found of it at this look.
    Optional<What> miss(Optional<JobSight> sight, long nanos, long wallNanos) {
        if (!incident.isActive()) {
            return Optional.empty();
        }
        if (!shown) {
            heldNanos = Math.max(0, heldNanos - Math.max(1, nanos));
            sureNanos = 0;
            return heldNanos > 0 ? Optional.empty() : close("it was nothing", wallNanos);
        }
        if (sight.isEmpty() || sight.get() == JobSight.BLIND) {
            unseenNanos += nanos;
            return unseenNanos < settings.forgetNanos()
                    ? Optional.empty()
                    : close("nothing was seen of the job since, so it was closed without knowing its end", wallNanos);
        }
        unseenNanos = 0;
        if (sight.get() == JobSight.ENDED) {
            return close("the job ended", wallNanos);
        }
        heldNanos = Math.max(0, heldNanos - nanos);
        sureNanos = Math.max(0, sureNanos - nanos);
        boolean counts = sight.get() == JobSight.MOVING || incident.kind() == FindingKind.LOSS_OF_SIGHT;
        cleanNanos += counts ? nanos : 0;
        return cleanNanos < neededNanos() ? Optional.empty() : close("it is over: the job moves", wallNanos);
    }

    private long neededNanos() {
        if (incident.state() == IncidentState.SUSPECT) {
            return settings.stop().closeNanos();
        }
        int doublings = Math.clamp(openings - 1L, 0, FLAP_DOUBLINGS_MAX);
        return settings.of(incident.severity()).closeNanos() << doublings;
    }

    /// Ends it, with the reason as its last fact.
    Optional<What> close(String reason, long wallNanos) {
        boolean wasMore = openings > 0;
        incident = incident.with(plus(incident.evidence(), reason)).in(IncidentState.CLOSED, wallNanos);
        if (!shown) {
            return Optional.empty();
        }
        return tell(wasMore ? What.CLOSED : What.DROPPED);
    }

    private static Evidence plus(Evidence evidence, String fact) {
        List<String> facts = new ArrayList<>(evidence.facts());
        facts.add(fact);
        return new Evidence(
                evidence.comm(),
                evidence.collective(),
                evidence.sequence(),
                evidence.instances(),
                evidence.coverage(),
                evidence.secondsByRank(),
                facts);
    }

    private void adopt(Finding best, List<Entity> culprits) {
        boolean saysLess = Family.weight(best.kind()) < Family.weight(incident.kind());
        boolean isSame = best.kind() == incident.kind() && culprits.equals(incident.culprits());
        if (isSame || incident.state() != IncidentState.OPEN) {
            proposedLooks = 0;
            if (!saysLess || incident.state() != IncidentState.OPEN) {
                say(best, culprits, best.kind());
            }
            return;
        }
        if (saysLess) {
            return;
        }
        proposedLooks = culprits.equals(proposed) ? proposedLooks + 1 : 1;
        proposed = culprits;
        if (proposedLooks >= CHANGE_LOOKS) {
            proposedLooks = 0;
            say(best, culprits, best.kind());
        }
    }

    private void say(Finding best, List<Entity> culprits, FindingKind kind) {
        incident = new Incident(
                incident.id(),
                kind,
                incident.job(),
                incident.severity(),
                culprits,
                incident.state(),
                incident.startWallNanos(),
                incident.updatedWallNanos(),
                incident.endWallNanos(),
                best.evidence(),
                best.confidence(),
                best.magnitude(),
                best.unit(),
                best.nextStep(),
                IncidentTitle.of(kind, culprits, best));
    }

    private Incident touched(Severity severity, long wallNanos) {
        return new Incident(
                incident.id(),
                incident.kind(),
                incident.job(),
                severity,
                incident.culprits(),
                incident.state(),
                incident.startWallNanos(),
                wallNanos,
                incident.endWallNanos(),
                incident.evidence(),
                incident.confidence(),
                incident.magnitude(),
                incident.unit(),
                incident.nextStep(),
                incident.title());
    }

    private Optional<What> tell(What what) {
        told = telling();
        toldWallNanos = incident.updatedWallNanos();
        return Optional.of(what);
    }

    /// What must be told when it changes; figures of a title are told with the refreshment.
    private String telling() {
        return incident.kind() + " "
                + Culprits.keys(incident.culprits(), incident.evidence().comm());
    }
}
