// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.EntityText;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import java.util.List;
import java.util.Locale;

/// The one sentence of an incident: `rank 5 (GPU-1f2e3d4c on node-a) comes late by its GPU: 22 % of a step`. A
/// detector of hangs says it itself, as its first fact.
final class IncidentTitle {
    private static final String SHARE = "share of ";

    private IncidentTitle() {}

    static String of(FindingKind kind, List<Entity> culprits, Finding finding) {
        List<String> facts = finding.evidence().facts();
        if (kind.isStop() && !facts.isEmpty()) {
            return facts.getFirst();
        }
        return EntityText.of(culprits) + " " + verb(kind) + amount(finding.magnitude(), finding.unit());
    }

    private static String amount(double magnitude, String unit) {
        if (unit.isEmpty()) {
            return "";
        }
        return unit.startsWith(SHARE)
                ? String.format(Locale.ROOT, ": %.0f %% of %s", 100 * magnitude, unit.substring(SHARE.length()))
                : String.format(Locale.ROOT, ": %.3g %s", magnitude, unit);
    }

    private static String verb(FindingKind kind) {
        return switch (kind) {
            case STRAGGLER_GPU -> "comes late by its GPU";
            case STRAGGLER_HOST -> "comes late by its host";
            case SLOW_NODE -> "comes late as a whole";
            case SLOW_LINK -> "moves data slowly";
            case SLOW_CHANNEL -> "has a channel that lags";
            case IMBALANCE -> "has more to do than the others";
            case DRIFT -> "takes longer than it used to";
            case ODD_HARDWARE -> "is not what its peers are";
            case HARDWARE_WEARING -> "wears out";
            case LOSS_OF_SIGHT -> "is not seen well enough to judge";
            case HANG_NOT_ENTERED,
                    HANG_MISMATCH,
                    HANG_NOT_STARTED,
                    HANG_ALL_ENTERED,
                    PROCESS_GONE,
                    HANG_SETUP,
                    HANG_UNKNOWN -> "stands still";
        };
    }
}
