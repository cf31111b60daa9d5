// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.judgement;

import dev.lockstep.core.analysis.incident.Incident;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that people have said. Any thread.
public final class Judgements {
    /// Judgements that are remembered; the oldest is forgotten.
    public static final int JUDGEMENTS_MAX = 20_000;
    /// Maintenance windows at a time.
    public static final int WINDOWS_MAX = 10_000;

    private final Ledger ledger;
    private final Map<String, Judgement> byIncident = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Judgement> eldest) {
            return size() > JUDGEMENTS_MAX;
        }
    };
    private final List<MaintenanceWindow> windows = new ArrayList<>();

    /// Begins with what was said before a restart.
    public Judgements(Ledger ledger, Collection<Judgement> said, Collection<MaintenanceWindow> open) {
        this.ledger = ledger;
        said.forEach(judgement -> byIncident.put(judgement.incidentId(), judgement));
        windows.addAll(open);
    }

    /// Somebody judges an incident.
    public synchronized void judge(Judgement judgement) {
        ledger.keep(judgement);
        byIncident.put(judgement.incidentId(), judgement);
    }

    /// Somebody opens a window; false if there are too many.
    public synchronized boolean open(MaintenanceWindow window, long nowWallNanos) {
        windows.removeIf(over -> over.untilWallNanos() <= nowWallNanos);
        if (windows.size() >= WINDOWS_MAX) {
            return false;
        }
        ledger.keep(window);
        windows.add(window);
        return true;
    }

    /// What was said of that incident.
    public synchronized Optional<Judgement> of(String incidentId) {
        return Optional.ofNullable(byIncident.get(incidentId));
    }

    /// Windows that are not over.
    public synchronized List<MaintenanceWindow> windows(long nowWallNanos) {
        return windows.stream()
                .filter(window -> window.untilWallNanos() > nowWallNanos)
                .toList();
    }

    /// Whether the incident may tell anybody now: it is in no window, and nobody called it false.
    public synchronized boolean mayAlert(Incident incident, long nowWallNanos) {
        boolean isFalse = of(incident.id())
                .filter(judgement -> judgement.verdict() == Judgement.Verdict.FALSE
                        && judgement.wallNanos() >= incident.startWallNanos())
                .isPresent();
        return !isFalse && !isInWindow(incident, nowWallNanos);
    }

    /// Whether somebody works where the incident is.
    public synchronized boolean isInWindow(Incident incident, long nowWallNanos) {
        return windows.stream().anyMatch(window -> window.covers(incident, nowWallNanos));
    }
}
