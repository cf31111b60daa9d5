// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.edge.Holder;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.analysis.link.SlowShapes.Slow;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Names the paths over which data moves slowly, see docs/detectors/slow-link.md.
public final class LinkDetector implements Detector {
    private static final double CONFIDENCE_ONE = 0.95;
    /// That one of several is slow is sure, which one is not.
    private static final double CONFIDENCE_SEVERAL = 0.85;

    private final LinkSettings settings;
    private final Map<CommunicatorKey, LinkLog> logs = new LinkedHashMap<>();
    private final EdgeLogs edges = new EdgeLogs();

    /// One for one job.
    public LinkDetector(LinkSettings settings) {
        this.settings = settings;
    }

    @Override
    public void accept(JobState job, ProcessState process, ProcessFeed feed, long nowNanos) {
        for (CommunicatorFeed communicator : feed.communicators()) {
            edges.accept(communicator, nowNanos);
            if (communicator.channels().isEmpty() || logs.isEmpty()) {
                continue;
            }
            LinkLog log = logs.get(CommunicatorKey.of(communicator.identity()));
            if (log != null) {
                log.add(communicator.channels(), nowNanos);
            }
        }
    }

    @Override
    public void closed(CommunicatorState communicator, Row row, long nowNanos) {
        // With a rank missing, the shortest duration may hold the wait for it.
        if (row.isComplete()) {
            logs.computeIfAbsent(communicator.key(), key -> new LinkLog(communicator))
                    .add(row, nowNanos);
        }
    }

    @Override
    public List<Finding> examine(JobState job, long nowNanos) {
        SlowShapes shapes = SlowShapes.of(logs.values(), settings, nowNanos);
        List<Finding> findings = new ArrayList<>();
        Map<CommunicatorState, Slow> inside = new LinkedHashMap<>();
        Map<CommunicatorState, Slow> between = new LinkedHashMap<>();
        shapes.slow().forEach((communicator, slow) -> {
            boolean isInside = Crossing.nodes(communicator).size() == 1;
            (isInside ? inside : between).put(communicator, slow);
        });
        if (!between.isEmpty()) {
            find(job, between, fine(shapes, false), false).ifPresent(findings::add);
        } else if (!inside.isEmpty()) {
            find(job, inside, fine(shapes, true), true).ifPresent(findings::add);
        }
        return findings;
    }

    private static List<CommunicatorState> fine(SlowShapes shapes, boolean isInside) {
        return shapes.fine().stream()
                .filter(communicator -> (Crossing.nodes(communicator).size() == 1) == isInside)
                .toList();
    }

    private Optional<Finding> find(
            JobState job, Map<CommunicatorState, Slow> slow, List<CommunicatorState> fine, boolean isInside) {
        Lagging lagging = lagging(slow.keySet());
        OptionalInt channel = lagging.one();
        List<Entity> culprits = culprits(new Crossing(slow.keySet(), fine), lagging, fine.isEmpty());
        Optional<String> device = channel.isPresent()
                ? Optional.of("channel " + channel.getAsInt())
                : isInside ? Optional.of("nvlink") : Optional.empty();
        Optional<SlowRail> rail = isInside ? Optional.empty() : SlowRail.of(edges, slow, fine);
        if (rail.isPresent() && rail.get().ranks().size() <= settings.culpritsMax()) {
            return Optional.of(finding(job, slow, rail.get().ranks(), lagging, fine.size(), Held.by(rail.get())));
        }
        Optional<EdgeLogs.Found> edge = isInside ? Optional.empty() : edges.slowest(slow);
        if (edge.isPresent()) {
            boolean isOnTheWire = edge.get().edge().holder() == Holder.WIRE;
            List<Entity> ends = culprits.isEmpty() && isOnTheWire
                    ? edge.get().ends()
                    : atBoth(culprits, edge.get().ends());
            if (!ends.isEmpty()) {
                return Optional.of(finding(job, slow, ends, lagging, fine.size(), Held.by(edge)));
            }
            edge = isOnTheWire ? Optional.empty() : edge;
        }
        if (culprits.isEmpty() && channel.isPresent()) {
            culprits = List.of(Entity.UNKNOWN);
        }
        if (culprits.size() > 1
                && isInside
                && channel.isEmpty()
                && nodesOf(culprits).size() == 1) {
            culprits = List.of(Entity.ofNode(nodesOf(culprits).iterator().next()));
        }
        List<Entity> named =
                culprits.stream().map(culprit -> with(culprit, device)).toList();
        return named.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(job, slow, named, lagging, fine.size(), Held.by(edge)));
    }

    /// Whose path it is. That some communicators are fine, or some channels, tells it from a network that is slow for
    /// all.
    private List<Entity> culprits(Crossing crossing, Lagging lagging, boolean nobodyIsFine) {
        if (nobodyIsFine && !lagging.isSeen()) {
            return List.of();
        }
        List<Entity> ranks = crossing.ranks(lagging);
        if (!ranks.isEmpty()) {
            return ranks.size() <= settings.culpritsMax() ? ranks : List.of();
        }
        Set<String> nodes = crossing.nodes();
        return nodes.size() > settings.culpritsMax()
                ? List.of()
                : nodes.stream().map(Entity::ofNode).toList();
    }

    private static Set<String> nodesOf(List<Entity> culprits) {
        return culprits.stream().flatMap(culprit -> culprit.node().stream()).collect(Collectors.toSet());
    }

    /// The ends of a slow edge whose path all slow communicators have and no fine one.
    private static List<Entity> atBoth(List<Entity> crossing, List<Entity> ends) {
        return ends.stream()
                .filter(end -> crossing.contains(with(end, Optional.empty())))
                .toList();
    }

    static Entity with(Entity entity, Optional<String> device) {
        return new Entity(entity.node(), entity.gpu(), entity.rank(), entity.commRank(), device);
    }

    /// The channels that lag in all of the slow communicators, if they are the same in all.
    private Lagging lagging(Collection<CommunicatorState> slow) {
        Lagging common = Lagging.NONE;
        for (CommunicatorState communicator : slow) {
            LinkLog log = logs.get(communicator.key());
            Lagging here = log == null ? Lagging.NONE : log.channels().lagging();
            if (!here.isSeen() || (common.isSeen() && !common.channels().equals(here.channels()))) {
                return Lagging.NONE;
            }
            common = here;
        }
        return common;
    }

    private static Finding finding(
            JobState job,
            Map<CommunicatorState, Slow> slow,
            List<Entity> culprits,
            Lagging lagging,
            int fine,
            Held held) {
        Map.Entry<CommunicatorState, Slow> worst = slow.entrySet().stream()
                .max((a, b) ->
                        Double.compare(a.getValue().factor(), b.getValue().factor()))
                .orElseThrow();
        CommunicatorState communicator = worst.getKey();
        Slow most = worst.getValue();
        long heard = communicator.members().stream()
                .mapToLong(member -> member.process().wallNanos())
                .max()
                .orElse(0);
        List<String> facts = new ArrayList<>();
        facts.add(String.format(
                Locale.ROOT,
                "%s of %d bytes takes %.0f µs to transfer, %.2f times its baseline, in %d of %d communicators alike.",
                most.shape().function().ncclName(),
                most.shape().sizeBytes(),
                most.nanos() / 1e3,
                most.factor(),
                slow.size(),
                slow.size() + fine));
        facts.add("No rank comes late to them.");
        held.sentence().ifPresent(facts::add);
        if (lagging.isSeen()) {
            facts.add("Of %d channels, number %s end last, all others long before."
                    .formatted(
                            lagging.all().size(),
                            lagging.channels().stream().map(String::valueOf).collect(Collectors.joining(", "))));
        }
        if (culprits.size() > 1 && !held.isAll()) {
            facts.add("What was seen does not tell which of the " + culprits.size() + " named it is.");
        }
        Evidence evidence = new Evidence(
                communicator.key().id(),
                most.shape().function().ncclName(),
                OptionalLong.empty(),
                most.rows(),
                communicator.heard() / (double) communicator.ranks(),
                Map.of(),
                facts);
        return new Finding(
                lagging.one().isPresent() ? FindingKind.SLOW_CHANNEL : FindingKind.SLOW_LINK,
                job.key(),
                culprits,
                Severity.P1,
                culprits.size() == 1 || lagging.one().isPresent() || held.isAll() ? CONFIDENCE_ONE : CONFIDENCE_SEVERAL,
                heard,
                most.factor(),
                "times its baseline",
                evidence,
                held.advice());
    }
}
