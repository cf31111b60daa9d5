// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import dev.lockstep.cli.report.Digest.OfCause;
import dev.lockstep.cli.report.Digest.OfJob;
import dev.lockstep.cli.report.Digest.OfKind;
import dev.lockstep.cli.report.Digest.Slower;
import dev.lockstep.cli.report.Digest.Suspect;
import dev.lockstep.cli.report.Trend.Point;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.history.BrainHistory;
import dev.lockstep.server.history.BrainHistory.Pace;
import dev.lockstep.server.history.BrainHistory.Shape;
import dev.lockstep.server.history.BrainHistory.Told;
import dev.lockstep.server.history.BrainHistory.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Makes a digest of what a brain remembers.
final class Digester {
    /// A straggler's share of computing time at which a node is no use any more.
    static final double SHARE_LIMIT = 0.5;
    /// A transfer's factor over its baseline at which a link is no use any more.
    static final double FACTOR_LIMIT = 2;
    /// An operation's time over that of the beginning at which it counts as slow.
    static final double PACE_LIMIT = 1.5;

    private static final double NANOS_PER_DAY = 86_400e9;
    private static final double HOURS_PER_DAY = 24;
    private static final int SLOWER_MAX = 20;

    private final BrainHistory history;
    private final List<LostTime.Part> lost;

    private Digester(BrainHistory history, List<LostTime.Part> lost) {
        this.history = history;
        this.lost = lost;
    }

    static Digest of(BrainHistory history, Instant since, Instant until) {
        Digester digester = new Digester(history, LostTime.of(history, since, until));
        return new Digest(
                since,
                until,
                digester.kinds(),
                digester.causes(),
                digester.suspects(),
                digester.slower(),
                digester.jobs(),
                history.gaps());
    }

    private List<OfKind> kinds() {
        Map<String, List<Told>> byKind = new TreeMap<>();
        history.incidents()
                .forEach(told -> byKind.computeIfAbsent(told.incident().kind().label(), _ -> new ArrayList<>())
                        .add(told));
        List<OfKind> kinds = new ArrayList<>();
        byKind.forEach((kind, told) -> kinds.add(new OfKind(
                kind,
                told.size(),
                (int) told.stream().filter(each -> each.incident().isActive()).count(),
                said(told, Verdict.CONFIRMED),
                said(told, Verdict.FALSE))));
        kinds.sort(Comparator.comparingInt(OfKind::incidents).reversed());
        return kinds;
    }

    private static int said(List<Told> told, Verdict verdict) {
        return (int) told.stream()
                .filter(each -> each.verdict().filter(verdict::equals).isPresent())
                .count();
    }

    private List<OfCause> causes() {
        Map<String, Double> byCause = new TreeMap<>();
        lost.forEach(part -> byCause.merge(part.cause(), part.gpuHours(), Double::sum));
        return byCause.entrySet().stream()
                .map(each -> new OfCause(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingDouble(OfCause::gpuHours).reversed())
                .toList();
    }

    /// Incidents that somebody called false name nobody.
    private List<Incident> believed() {
        return history.incidents().stream()
                .filter(told -> !told.isFalse())
                .map(Told::incident)
                .sorted(Comparator.comparingLong(Incident::startWallNanos))
                .toList();
    }

    private record Place(String node, String device) {}

    private List<Suspect> suspects() {
        Map<Place, List<Incident>> byPlace = new LinkedHashMap<>();
        for (Incident incident : believed()) {
            places(incident)
                    .forEach(place -> byPlace.computeIfAbsent(place, _ -> new ArrayList<>())
                            .add(incident));
        }
        List<Suspect> suspects = new ArrayList<>();
        byPlace.forEach((place, incidents) -> suspects.add(suspect(place, incidents)));
        suspects.sort(Comparator.comparingDouble(Suspect::gpuHours)
                .thenComparingInt(Suspect::incidents)
                .reversed());
        return suspects;
    }

    private static Set<Place> places(Incident incident) {
        Set<Place> places = new LinkedHashSet<>();
        for (Entity culprit : incident.culprits()) {
            culprit.node()
                    .ifPresent(
                            node -> places.add(new Place(node, culprit.device().orElse(""))));
        }
        return places;
    }

    private Suspect suspect(Place place, List<Incident> incidents) {
        double hours = lost.stream()
                .filter(part ->
                        part.node().equals(place.node()) && place.device().isEmpty())
                .mapToDouble(LostTime.Part::gpuHours)
                .sum();
        return new Suspect(
                place.node(),
                place.device(),
                incidents.size(),
                kinds(incidents),
                incidents.stream()
                        .map(incident -> incident.job().jobId())
                        .distinct()
                        .toList(),
                hours,
                trend(incidents));
    }

    private static List<String> kinds(List<Incident> incidents) {
        return incidents.stream()
                .map(incident -> incident.kind().label())
                .distinct()
                .toList();
    }

    /// Of the incidents whose magnitudes can be compared, the more frequent ones.
    private static Optional<Trend> trend(List<Incident> incidents) {
        Map<String, List<Point>> byUnit = new TreeMap<>();
        for (Incident incident : incidents) {
            boolean isMeasured = switch (incident.kind()) {
                case STRAGGLER_GPU, STRAGGLER_HOST, SLOW_NODE, SLOW_LINK, SLOW_CHANNEL -> true;
                case HANG_NOT_ENTERED,
                        HANG_MISMATCH,
                        HANG_NOT_STARTED,
                        HANG_ALL_ENTERED,
                        PROCESS_GONE,
                        HANG_SETUP,
                        HANG_UNKNOWN,
                        IMBALANCE,
                        DRIFT,
                        ODD_HARDWARE,
                        HARDWARE_WEARING,
                        LOSS_OF_SIGHT -> false;
            };
            if (isMeasured) {
                byUnit.computeIfAbsent(incident.unit(), _ -> new ArrayList<>())
                        .add(new Point(incident.startWallNanos() / NANOS_PER_DAY, incident.magnitude()));
            }
        }
        return byUnit.entrySet().stream()
                .max(Comparator.comparingInt(each -> each.getValue().size()))
                .flatMap(each ->
                        Trend.of(each.getValue(), each.getKey().startsWith("share") ? SHARE_LIMIT : FACTOR_LIMIT));
    }

    private List<Slower> slower() {
        Map<Shape, List<Pace>> byShape = new LinkedHashMap<>();
        history.paces()
                .forEach(pace -> byShape.computeIfAbsent(pace.shape(), _ -> new ArrayList<>())
                        .add(pace));
        List<Slower> slower = new ArrayList<>();
        byShape.forEach((shape, paces) -> {
            List<Point> points = paces.stream()
                    .sorted(Comparator.comparingLong(Pace::hour))
                    .map(pace -> new Point(pace.hour() / HOURS_PER_DAY, pace.meanSeconds()))
                    .toList();
            Trend.of(points, PACE_LIMIT * points.getFirst().value())
                    .ifPresent(trend -> slower.add(
                            new Slower(shape.jobId(), shape.comm(), shape.collective(), shape.size(), trend)));
        });
        slower.sort(Comparator.comparingDouble(
                        (Slower each) -> each.trend().perDay() / each.trend().latest())
                .reversed());
        return slower.stream().limit(SLOWER_MAX).toList();
    }

    private List<OfJob> jobs() {
        Map<String, List<Incident>> byJob = new TreeMap<>();
        believed()
                .forEach(incident -> byJob.computeIfAbsent(incident.job().jobId(), _ -> new ArrayList<>())
                        .add(incident));
        lost.forEach(part -> byJob.computeIfAbsent(part.jobId(), _ -> new ArrayList<>()));
        List<OfJob> jobs = new ArrayList<>();
        byJob.forEach((job, incidents) -> jobs.add(new OfJob(
                job,
                incidents.size(),
                kinds(incidents),
                lost.stream()
                        .filter(part -> part.jobId().equals(job))
                        .mapToDouble(LostTime.Part::gpuHours)
                        .sum())));
        jobs.sort(Comparator.comparingDouble(OfJob::gpuHours)
                .thenComparingInt(OfJob::incidents)
                .reversed());
        return jobs;
    }
}
