// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Findings about hardware by itself, which hold nobody up yet.
final class HardwareFindings {
    private static final double SURE = 0.9;
    private static final int FACTS_MAX = 12;

    private HardwareFindings() {}

    static Finding of(
            FindingKind kind, JobKey job, Entity culprit, long onsetWallNanos, List<String> facts, String nextStep) {
        Evidence evidence = new Evidence(
                "",
                "",
                OptionalLong.empty(),
                0,
                1,
                Map.of(),
                facts.stream().limit(FACTS_MAX).toList());
        return new Finding(
                kind, job, List.of(culprit), Severity.P2, SURE, onsetWallNanos, facts.size(), "", evidence, nextStep);
    }

    static Entity device(String node, String device) {
        return new Entity(
                Optional.of(node), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), Optional.of(device));
    }
}
