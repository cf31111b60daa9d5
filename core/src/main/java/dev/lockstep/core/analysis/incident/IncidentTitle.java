// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The one sentence of an incident: `rank 5 (GPU-1f2e3d4c on node-a) comes late by its GPU: 0.22 of a step`. A detector
/// of hangs says it itself, as its first fact.
final class IncidentTitle {
    private static final int NAMED_MAX = 4;
    private static final int UUID_CHARACTERS = 12;

    private IncidentTitle() {}

    static String of(FindingKind kind, List<Entity> culprits, Finding finding) {
        List<String> facts = finding.evidence().facts();
        if (kind.isStop() && !facts.isEmpty()) {
            return facts.getFirst();
        }
        String amount = finding.unit().isEmpty()
                ? ""
                : ": " + String.format(Locale.ROOT, "%.3g", finding.magnitude()) + " " + finding.unit();
        return who(culprits) + " " + verb(kind) + amount;
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

    private static String who(List<Entity> culprits) {
        if (culprits.isEmpty()) {
            return "the job";
        }
        String named =
                culprits.stream().limit(NAMED_MAX).map(IncidentTitle::who).collect(Collectors.joining(", "));
        int more = culprits.size() - NAMED_MAX;
        return more > 0 ? named + " and " + more + " more" : named;
    }

    private static String who(Entity entity) {
        String place = entity.gpu()
                .flatMap(gpu -> gpu.uuid())
                .map(uuid -> uuid.substring(0, Math.min(UUID_CHARACTERS, uuid.length())))
                .orElse("");
        String node = entity.node().orElse("");
        String device = entity.device().map(name -> name + " of ").orElse("");
        if (entity.rank().isEmpty() && entity.commRank().isEmpty()) {
            return device + (place.isEmpty() || node.isEmpty() ? place + node : place + " on " + node);
        }
        String rank = entity.rank().isPresent()
                ? "rank " + entity.rank().getAsInt()
                : "communicator rank " + entity.commRank().orElse(0);
        String where = place + (place.isEmpty() || node.isEmpty() ? "" : " ") + (node.isEmpty() ? "" : "on " + node);
        return device + rank + (where.isEmpty() ? "" : " (" + where + ")");
    }
}
