// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// Findings as detectors state them, for tests of what becomes of them.
final class Findings {
    static final JobKey JOB = new JobKey("4711", "1000/4711/0/00c0ffee");
    static final long SECOND = 1_000_000_000L;
    static final long WALL = 1_700_000_000L * SECOND;

    private Findings() {}

    static Finding finding(FindingKind kind, int... ranks) {
        return finding(kind, "00c0ffee00c0ffee", entities(ranks));
    }

    static Finding finding(FindingKind kind, String comm, List<Entity> culprits) {
        Severity severity = kind.isStop()
                ? Severity.P0
                : kind == FindingKind.DRIFT || kind.isAboutHardware() ? Severity.P2 : Severity.P1;
        Evidence evidence = new Evidence(
                comm,
                "AllReduce",
                OptionalLong.of(200),
                100,
                1,
                Map.of(),
                kind.isStop() ? List.of("somebody holds up 15 ranks") : List.of());
        return new Finding(kind, JOB, culprits, severity, 0.95, WALL, 0.25, "share of a step", evidence, "look at it");
    }

    static Finding unsure(Finding finding) {
        return new Finding(
                finding.kind(),
                finding.job(),
                finding.culprits(),
                finding.severity(),
                0.5,
                finding.onsetWallNanos(),
                finding.magnitude(),
                finding.unit(),
                finding.evidence(),
                finding.nextStep());
    }

    static Finding in(JobKey job, Finding finding) {
        return new Finding(
                finding.kind(),
                job,
                finding.culprits(),
                finding.severity(),
                finding.confidence(),
                finding.onsetWallNanos(),
                finding.magnitude(),
                finding.unit(),
                finding.evidence(),
                finding.nextStep());
    }

    /// Ranks of which four live on each node: 5 is on `node-b`.
    static List<Entity> entities(int... ranks) {
        return IntStream.of(ranks)
                .mapToObj(rank -> Entity.ofRank(rank, Optional.of("node-" + (char) ('a' + rank / 4)), Optional.empty()))
                .toList();
    }
}
