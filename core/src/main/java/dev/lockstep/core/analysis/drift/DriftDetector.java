// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.drift;

import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/// Notices that transfers of a job take longer than in its first minutes, whoever is to blame, see
/// docs/detectors/drift.md.
public final class DriftDetector implements Detector {
    /// Shapes that are followed in a job; the rest is not looked at.
    public static final int TRACKS_MAX = 4_096;

    private static final double CONFIDENCE = 0.9;

    private record Shape(CommunicatorState communicator, NcclFunction function, long sizeBytes, String algorithm) {}

    private final Map<Shape, DriftTrack> tracks = new LinkedHashMap<>();

    /// One for one job.
    public DriftDetector() {}

    @Override
    public void closed(CommunicatorState communicator, Row row, long nowNanos) {
        // With a rank missing, the shortest duration may hold the wait for it.
        if (!row.isComplete()) {
            return;
        }
        Shape shape = new Shape(communicator, row.function(), row.sizeBytes(), row.algorithm());
        DriftTrack track = tracks.get(shape);
        if (track == null && tracks.size() < TRACKS_MAX) {
            track = new DriftTrack();
            tracks.put(shape, track);
        }
        if (track != null) {
            track.add(row.transferNanos(), nowNanos);
        }
    }

    @Override
    public List<Finding> examine(JobState job, long nowNanos) {
        List<Map.Entry<Shape, DriftTrack>> drifting = new ArrayList<>();
        int settled = 0;
        for (Map.Entry<Shape, DriftTrack> each : tracks.entrySet()) {
            settled += each.getValue().isSettled() ? 1 : 0;
            if (each.getValue().drifts()) {
                drifting.add(each);
            }
        }
        if (drifting.isEmpty()) {
            return List.of();
        }
        Map.Entry<Shape, DriftTrack> worst = drifting.stream()
                .max(Comparator.comparingDouble(each -> each.getValue().factor()))
                .orElseThrow();
        long since = drifting.stream()
                .mapToLong(each -> each.getValue().changedNanos())
                .min()
                .orElseThrow();
        String howMany =
                "It is so in %d of %d kinds of operations and communicators.".formatted(drifting.size(), settled);
        return List.of(finding(job, worst.getKey(), worst.getValue(), howMany, nowNanos - since));
    }

    private static Finding finding(JobState job, Shape shape, DriftTrack track, String howMany, long sinceNanos) {
        CommunicatorState communicator = shape.communicator();
        String sentence = String.format(
                Locale.ROOT,
                "%s of %d bytes takes %.0f µs to transfer over the last minute, %.0f µs in the first ones; it began"
                        + " about %d s ago.",
                shape.function().ncclName(),
                shape.sizeBytes(),
                track.latestNanos() / 1e3,
                track.baselineNanos() / 1e3,
                Math.round(sinceNanos / 1e9));
        Evidence evidence = new Evidence(
                communicator.key().id(),
                shape.function().ncclName(),
                OptionalLong.empty(),
                0,
                communicator.heard() / (double) communicator.ranks(),
                Map.of(),
                List.of(sentence, howMany));
        long wall = job.processes().stream()
                .mapToLong(ProcessState::wallNanos)
                .max()
                .orElse(0);
        return new Finding(
                FindingKind.DRIFT,
                job.key(),
                List.of(),
                Severity.P2,
                CONFIDENCE,
                wall - sinceNanos,
                track.factor(),
                "times its first minutes",
                evidence,
                "Look for what became slower for all: load on the network, other jobs, a changed configuration.");
    }
}
