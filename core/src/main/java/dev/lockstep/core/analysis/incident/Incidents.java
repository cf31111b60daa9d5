// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.IncidentChange.What;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes incidents out of the findings of each look: one for each cause, however many findings speak of it. For one
/// thread; it knows the time only from its caller. docs/incidents.md tells the life of an incident.
public final class Incidents {
    /// A longer pause between two looks counts as this, so that a caller who slept proves nothing.
    private static final long LOOK_NANOS_MAX = 5_000_000_000L;

    /// What is surest, worst and says most comes first; the rest makes the order a total one.
    private static final Comparator<Finding> ORDER = Comparator.comparingInt(
                    (Finding finding) -> finding.confidence() < Finding.CONFIDENCE_SUSPECT ? 1 : 0)
            .thenComparing(Finding::severity)
            .thenComparingInt(finding -> -Family.weight(finding.kind()))
            .thenComparingDouble(finding -> -finding.magnitude())
            .thenComparing(finding ->
                    Culprits.key(finding.culprits(), finding.evidence().comm()))
            .thenComparing(finding -> finding.evidence().comm())
            .thenComparing(Finding::kind);

    private final IncidentSettings settings;
    private final Map<JobKey, Map<String, TrackedIncident>> jobs = new LinkedHashMap<>();
    private final List<IncidentChange> changes = new ArrayList<>();
    private boolean looked;
    private long lastNanos;
    private int count;
    private long refused;
    private long evicted;

    /// Nothing has happened yet.
    public Incidents(IncidentSettings settings) {
        this.settings = settings;
    }

    /// Takes back what was stored before a restart. Their ids, starts and states stay as they are.
    public void restore(List<Incident> stored) {
        for (Incident incident : stored) {
            if (hasRoom(incident.job())) {
                put(TrackedIncident.restore(incident, settings));
            }
        }
    }

    /// One look at what holds now, where nothing is known of how well the jobs are seen: nothing closes.
    public List<IncidentChange> update(List<Finding> findings, long nowNanos, long wallNanos) {
        return update(findings, Map.of(), nowNanos, wallNanos);
    }

    /// One look at what holds now; call it each second.
    ///
    /// @param sights how each job is seen; a job that is missing counts as not seen
    /// @param nowNanos a monotonic clock
    /// @param wallNanos the same moment since the epoch
    public List<IncidentChange> update(
            List<Finding> findings, Map<JobKey, JobSight> sights, long nowNanos, long wallNanos) {
        changes.clear();
        long nanos = looked ? Math.clamp(nowNanos - lastNanos, 0, LOOK_NANOS_MAX) : 0;
        looked = true;
        lastNanos = nowNanos;
        Map<TrackedIncident, List<Finding>> held = assign(findings, wallNanos);
        held.forEach((tracked, about) -> hold(tracked, about, nanos, wallNanos));
        for (Map<String, TrackedIncident> incidents : jobs.values()) {
            for (TrackedIncident tracked : incidents.values()) {
                if (!held.containsKey(tracked)) {
                    Optional<JobSight> sight =
                            Optional.ofNullable(sights.get(tracked.incident().job()));
                    told(tracked, tracked.miss(sight, nanos, wallNanos));
                }
            }
        }
        forget();
        return List.copyOf(changes);
    }

    /// Every incident that is kept, the active ones and those that are over, by their start.
    public List<Incident> all() {
        return jobs.values().stream()
                .flatMap(incidents -> incidents.values().stream())
                .filter(TrackedIncident::isShown)
                .map(TrackedIncident::incident)
                .sorted(Comparator.comparingLong(Incident::startWallNanos).thenComparing(Incident::id))
                .toList();
    }

    /// Findings and stored incidents that found no room below the limits.
    public long refused() {
        return refused;
    }

    /// Closed incidents that made room for others.
    public long evicted() {
        return evicted;
    }

    private Map<TrackedIncident, List<Finding>> assign(List<Finding> findings, long wallNanos) {
        Map<TrackedIncident, List<Finding>> held = new LinkedHashMap<>();
        for (Finding finding : findings.stream().sorted(ORDER).toList()) {
            Optional<TrackedIncident> target = target(finding);
            boolean isExplained = isExplained(finding);
            if (isExplained) {
                target.filter(tracked -> tracked.incident().isActive())
                        .ifPresent(tracked -> giveWay(tracked, held, wallNanos));
                continue;
            }
            target.or(() -> begin(finding, wallNanos)).ifPresent(tracked -> {
                absorb(tracked, finding, wallNanos);
                held.computeIfAbsent(tracked, unheld -> new ArrayList<>()).add(finding);
            });
        }
        return held;
    }

    /// A worse incident explains it. What a device suffers stands in that one's evidence, so it ends.
    private void giveWay(TrackedIncident tracked, Map<TrackedIncident, List<Finding>> held, long wallNanos) {
        if (tracked.incident().kind().isAboutHardware()) {
            told(tracked, tracked.close("a worse incident has it in its evidence", wallNanos));
        } else {
            tracked.keep();
        }
        held.putIfAbsent(tracked, new ArrayList<>());
    }

    private void hold(TrackedIncident tracked, List<Finding> about, long nanos, long wallNanos) {
        if (about.isEmpty()) {
            return;
        }
        Finding best = about.getFirst();
        List<Entity> culprits = Culprits.union(about.stream()
                .filter(finding -> finding.kind() == best.kind())
                .flatMap(finding -> finding.culprits().stream()));
        told(tracked, tracked.hold(best, culprits, nanos, wallNanos));
    }

    private void told(TrackedIncident tracked, Optional<What> what) {
        what.ifPresent(happened -> changes.add(new IncidentChange(tracked.incident(), happened)));
    }

    /// The incident that a finding is about: the active one of its family that names the same, else the one of its id.
    private Optional<TrackedIncident> target(Finding finding) {
        Map<String, TrackedIncident> incidents = jobs.getOrDefault(finding.job(), Map.of());
        TrackedIncident own = incidents.get(id(finding));
        if (own != null && own.incident().isActive()) {
            return Optional.of(own);
        }
        Optional<TrackedIncident> joined = incidents.values().stream()
                .filter(tracked -> joins(finding, tracked))
                .min(Comparator.comparingInt(
                                (TrackedIncident tracked) -> tracked.incident().state() == IncidentState.OPEN ? 0 : 1)
                        .thenComparingLong(tracked -> tracked.incident().startWallNanos())
                        .thenComparing(tracked -> tracked.incident().id()));
        return joined.or(() -> Optional.ofNullable(own));
    }

    private static boolean joins(Finding finding, TrackedIncident tracked) {
        Incident incident = tracked.incident();
        Family family = Family.of(finding.kind());
        if (!incident.isActive() || Family.of(incident.kind()) != family) {
            return false;
        }
        if (family == Family.STOP && (finding.culprits().isEmpty() || tracked.isUnnamedStop())) {
            return true;
        }
        boolean isWider = Family.weight(finding.kind()) > Family.weight(incident.kind());
        return (family == Family.STOP || !isWider) && Culprits.overlap(finding, incident);
    }

    /// A slow node takes over what was said of its ranks, what woke people only once it is sure itself; a culprit gives
    /// its name to a stop that had none.
    private void absorb(TrackedIncident tracked, Finding finding, long wallNanos) {
        if (tracked.isUnnamedStop() && !finding.culprits().isEmpty()) {
            tracked.name(finding);
        }
        if (finding.confidence() < Finding.CONFIDENCE_SUSPECT) {
            return;
        }
        Family family = Family.of(finding.kind());
        for (TrackedIncident other : jobs.getOrDefault(finding.job(), Map.of()).values()) {
            Incident incident = other.incident();
            boolean isAsSure = tracked.incident().state() == IncidentState.OPEN
                    || incident.state() != IncidentState.OPEN
                    || family == Family.STOP;
            boolean isPart = isAsSure
                    && other != tracked
                    && incident.isActive()
                    && Family.of(incident.kind()) == family
                    && Family.weight(incident.kind()) <= Family.weight(finding.kind())
                    && Culprits.overlap(finding, incident);
            if (isPart) {
                told(
                        other,
                        other.close(
                                "it is part of incident " + tracked.incident().id(), wallNanos));
            }
        }
    }

    /// Whether a worse incident of the same job is the reason for it.
    private boolean isExplained(Finding finding) {
        return !finding.kind().isStop()
                && finding.kind() != FindingKind.LOSS_OF_SIGHT
                && jobs.getOrDefault(finding.job(), Map.of()).values().stream()
                        .map(TrackedIncident::incident)
                        .anyMatch(incident -> incident.isActive() && explains(incident, finding));
    }

    private static boolean explains(Incident incident, Finding finding) {
        if (incident.kind().isStop()) {
            return finding.onsetWallNanos() >= incident.startWallNanos() || Culprits.overlap(finding, incident);
        }
        boolean isCause =
                incident.state() == IncidentState.OPEN && incident.severity().compareTo(Severity.P1) <= 0;
        return switch (Family.of(finding.kind())) {
            case DRIFT -> isCause;
            case IMBALANCE, ODD, WEARING -> isCause && Culprits.overlap(finding, incident);
            case STOP, LATE, PATH, SIGHT -> false;
        };
    }

    private Optional<TrackedIncident> begin(Finding finding, long wallNanos) {
        if (!hasRoom(finding.job())) {
            return Optional.empty();
        }
        TrackedIncident tracked = TrackedIncident.begin(id(finding), finding, wallNanos, settings);
        put(tracked);
        return Optional.of(tracked);
    }

    private static String id(Finding finding) {
        String culprit = Culprits.key(finding.culprits(), finding.evidence().comm());
        return IncidentId.of(finding.job(), Family.of(finding.kind()), culprit);
    }

    private void put(TrackedIncident tracked) {
        Incident incident = tracked.incident();
        TrackedIncident before = jobs.computeIfAbsent(incident.job(), unknown -> new LinkedHashMap<>())
                .put(incident.id(), tracked);
        count += before == null ? 1 : 0;
    }

    private boolean hasRoom(JobKey job) {
        Map<String, TrackedIncident> own = jobs.getOrDefault(job, Map.of());
        boolean isRoom = own.size() < settings.jobIncidentsMax() || evict(Map.of(job, own));
        isRoom = isRoom && (count < settings.incidentsMax() || evict(jobs));
        refused += isRoom ? 0 : 1;
        return isRoom;
    }

    /// Drops the incident that has been closed for longest.
    private boolean evict(Map<JobKey, Map<String, TrackedIncident>> among) {
        Optional<Incident> oldest = among.values().stream()
                .flatMap(incidents -> incidents.values().stream())
                .map(TrackedIncident::incident)
                .filter(incident -> !incident.isActive())
                .min(Comparator.comparingLong(Incident::updatedWallNanos).thenComparing(Incident::id));
        oldest.ifPresent(this::remove);
        evicted += oldest.isPresent() ? 1 : 0;
        return oldest.isPresent();
    }

    private void remove(Incident incident) {
        Map<String, TrackedIncident> incidents = jobs.getOrDefault(incident.job(), Map.of());
        count -= incidents.remove(incident.id()) == null ? 0 : 1;
        if (incidents.isEmpty()) {
            jobs.remove(incident.job());
        }
    }

    /// Suspicions that went away are not kept.
    private void forget() {
        List<Incident> gone = jobs.values().stream()
                .flatMap(incidents -> incidents.values().stream())
                .filter(TrackedIncident::isForgotten)
                .map(TrackedIncident::incident)
                .toList();
        gone.forEach(this::remove);
    }
}
