// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.brain.BrainCounts;
import dev.lockstep.agent.brain.send.BrainSender;
import dev.lockstep.agent.brain.spool.Outbox;
import dev.lockstep.agent.brain.told.FeedAssembler;
import dev.lockstep.agent.flight.SpoolCounts;
import dev.lockstep.agent.snapshot.AgentUsage;
import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.agent.usage.UsageMeter;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.device.DeviceReport;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One scrape as a scraper sees it: series of the text form by name and labels, and native buckets from the model.
final class Scrape {
    private static final Instant NOW = Instant.parse("2026-11-30T00:00:10Z");
    private static final AgentUsage USAGE = new AgentUsage(
            OptionalLong.of(40_000_000),
            OptionalLong.of(20_000_000),
            Optional.of(Duration.ofMillis(1_500)),
            Duration.ofMillis(14));

    private static final SpoolCounts SPOOL = new SpoolCounts(
            Map.of("killed", 3L, "hung", 1L), Map.of("age", 2L), Map.of("unwritable", 1L), 4, 13_000_000);

    private static final BrainCounts BRAIN = new BrainCounts(
            List.of(new BrainSender.Counts(
                    "brain:28030", 17, 4_096, Map.of("unreachable", 3L), 2, OptionalLong.of(1_500_000_000))),
            new Outbox.Counts(5, 2_048, 1),
            new FeedAssembler.Counts(1_000, 250, 2, 1));

    private record Series(String name, Map<String, String> labels, double value) {}

    private static final Pattern SERIES = Pattern.compile("(\\w+)\\{(.*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final MetricSnapshots snapshots;
    private final List<Series> series;

    /// What is served of these processes, all of shared memory.
    static Scrape of(ProcessSnapshot... processes) {
        return of(source("shared_memory", new SourceState.Fresh(), processes));
    }

    /// What is served of these sources.
    static Scrape of(SourceSnapshot... sources) {
        return of(USAGE, sources);
    }

    /// What is served of nothing, by an agent that has used that much.
    static Scrape with(AgentUsage usage) {
        return of(usage);
    }

    private static Scrape of(AgentUsage usage, SourceSnapshot... sources) {
        NodeSnapshot node = new NodeSnapshot("node-a", NOW.minusSeconds(100), List.of(sources), usage, List.of());
        return new Scrape(new Exposition(
                        new BuildIdentity("1.2.3", "25"),
                        UsageMeter.ofThisProcess(),
                        new Exposition.Counts(() -> Optional.of(SPOOL), () -> Optional.of(BRAIN)),
                        List::of)
                .of(node, NOW)
                .snapshots());
    }

    /// A source that was read 2.5 s before the scrape.
    static SourceSnapshot source(String name, SourceState state, ProcessSnapshot... processes) {
        Instant readAt = NOW.minusMillis(2_500);
        return new SourceSnapshot(
                name,
                state,
                List.of(processes),
                List.of(),
                DeviceReport.NONE,
                Map.of(),
                processes.length,
                Map.of(),
                readAt,
                Optional.of(readAt),
                Duration.ofMillis(3),
                List.of());
    }

    /// The same source, of whose processes so much was folded.
    static SourceSnapshot folding(SourceSnapshot of, Map<ProcessIdentity, FoldedSeries> folded) {
        return new SourceSnapshot(
                of.name(),
                of.state(),
                of.processes(),
                of.timings(),
                DeviceReport.NONE,
                folded,
                of.living(),
                of.refused(),
                of.readAt(),
                of.lastGoodAt(),
                of.readDuration(),
                List.of());
    }

    private Scrape(MetricSnapshots snapshots) {
        this.snapshots = snapshots;
        this.series = text(snapshots)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(Scrape::parse)
                .toList();
    }

    private static String text(MetricSnapshots snapshots) {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            PrometheusTextFormatWriter.create().write(out, snapshots);
            return out.toString(StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Series parse(String line) {
        Matcher matcher = SERIES.matcher(line);
        if (!matcher.matches()) {
            throw new AssertionError("no series: " + line);
        }
        Map<String, String> labels = new HashMap<>();
        LABEL.matcher(matcher.group(2)).results().forEach(label -> labels.put(label.group(1), label.group(2)));
        return new Series(matcher.group(1), labels, Double.parseDouble(matcher.group(3)));
    }

    private List<Series> find(String name, String... labels) {
        Map<String, String> wanted = new HashMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            wanted.put(labels[i], labels[i + 1]);
        }
        return series.stream()
                .filter(one -> one.name().equals(name))
                .filter(one -> one.labels().entrySet().containsAll(wanted.entrySet()))
                .toList();
    }

    boolean has(String name, String... labels) {
        return !find(name, labels).isEmpty();
    }

    List<Double> values(String name, String... labels) {
        return find(name, labels).stream().map(Series::value).toList();
    }

    double value(String name, String... labels) {
        List<Double> values = values(name, labels);
        if (values.size() != 1) {
            throw new AssertionError(values.size() + " series of " + name + " " + List.of(labels) + " in " + series);
        }
        return values.getFirst();
    }

    Map<String, String> labels(String name) {
        return find(name).getFirst().labels();
    }

    Map<Integer, Long> nativeCounts(String name) {
        Map<Integer, Long> counts = new TreeMap<>();
        histogram(name)
                .getNativeBucketsForPositiveValues()
                .forEach(bucket -> counts.put(bucket.getBucketIndex(), bucket.getCount()));
        return counts;
    }

    long nativeZeroCount(String name) {
        return histogram(name).getNativeZeroCount();
    }

    private HistogramDataPointSnapshot histogram(String name) {
        return snapshots.stream()
                .filter(family -> family.getMetadata().getName().equals(name))
                .map(HistogramSnapshot.class::cast)
                .flatMap(family -> family.getDataPoints().stream())
                .findFirst()
                .orElseThrow();
    }

    /// How many points there are; a histogram is one.
    int points() {
        return snapshots.stream()
                .mapToInt(family -> family.getDataPoints().size())
                .sum();
    }

    /// Names of labels by base name of the family.
    Map<String, Set<String>> families() {
        Map<String, Set<String>> families = new TreeMap<>();
        for (MetricSnapshot family : snapshots) {
            Set<String> labels = families.computeIfAbsent(family.getMetadata().getName(), _ -> new HashSet<>());
            for (DataPointSnapshot point : family.getDataPoints()) {
                point.getLabels().stream().map(Label::getName).forEach(labels::add);
            }
        }
        return families;
    }
}
