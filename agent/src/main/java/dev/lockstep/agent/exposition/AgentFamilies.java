// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.agent.snapshot.AgentUsage;
import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.metric.AgentMetrics;
import dev.lockstep.core.metric.MetricLabel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the agent tells of itself.
final class AgentFamilies {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Families families;
    private final LabelSet labels;

    AgentFamilies(Families families, String node) {
        this.families = families;
        this.labels = LabelSet.of(MetricLabel.NODE, node);
    }

    void add(NodeSnapshot snapshot, Memberships memberships, Instant now) {
        families.gauge(AgentMetrics.WATCHDOG, labels, 1);
        families.gauge(AgentMetrics.SNAPSHOT_AGE, labels, seconds(snapshot.age(now)));
        families.gauge(AgentMetrics.COMMUNICATORS_MERGED, labels, memberships.merged());
        for (SourceSnapshot source : snapshot.sources()) {
            add(source, labels.and(MetricLabel.SOURCE, source.name()), now);
        }
        addFolded(snapshot.sources());
        memberships
                .hiddenBySource()
                .forEach((source, hidden) -> families.gauge(
                        AgentMetrics.COMMUNICATORS_HIDDEN, labels.and(MetricLabel.SOURCE, source), hidden));
    }

    void add(AgentUsage usage) {
        families.counter(AgentMetrics.SCRAPE_TIME, labels, seconds(usage.scrapeTime()));
        usage.processorTime().ifPresent(time -> families.counter(AgentMetrics.CPU, labels, seconds(time)));
        addMemory("anon", usage.anonBytes());
        addMemory("file", usage.fileBytes());
    }

    private void addMemory(String kind, OptionalLong bytes) {
        if (bytes.isPresent()) {
            families.gauge(AgentMetrics.MEMORY, labels.and(MetricLabel.KIND, kind), (double) bytes.getAsLong());
        }
    }

    /// Comes last: it counts what is there, and itself.
    void addSeries() {
        families.gauge(AgentMetrics.SERIES, labels, families.series() + 1);
    }

    void addBuild(BuildIdentity build) {
        families.info(
                AgentMetrics.BUILD,
                labels.and(MetricLabel.VERSION, build.version()).and(MetricLabel.JAVA_VERSION, build.javaVersion()));
    }

    /// How much of each job was folded, whichever process and source it was.
    private void addFolded(List<SourceSnapshot> sources) {
        SortedMap<String, FoldedSeries> byJob = new TreeMap<>();
        for (SourceSnapshot source : sources) {
            source.folded().forEach((process, folded) -> byJob.merge(process.jobId(), folded, FoldedSeries::plus));
        }
        byJob.forEach((jobId, folded) -> {
            LabelSet job = labels.and(MetricLabel.JOB_ID, jobId);
            addFolded(job, "channel", folded.channels());
            addFolded(job, "size", folded.sizes());
            addFolded(job, "comm", folded.communicators());
            addFolded(job, "peer", folded.links());
        });
    }

    private void addFolded(LabelSet job, String into, int folded) {
        if (folded > 0) {
            families.gauge(AgentMetrics.SERIES_FOLDED, job.and(MetricLabel.INTO, into), folded);
        }
    }

    private void add(SourceSnapshot source, LabelSet of, Instant now) {
        addState(source.state(), of);
        families.gauge(AgentMetrics.SOURCE_DURATION, of, seconds(source.readDuration()));
        source.lastGoodAt()
                .ifPresent(at ->
                        families.gauge(AgentMetrics.SOURCE_STALENESS, of, seconds(NodeSnapshot.between(at, now))));
        families.gauge(AgentMetrics.PROCESSES, of, source.living());
        source.refused()
                .forEach((reason, count) ->
                        families.counter(AgentMetrics.SOURCE_REFUSED, of.and(MetricLabel.REASON, reason), count));
    }

    private void addState(SourceState state, LabelSet of) {
        switch (state) {
            case SourceState.Fresh() -> addState(of, 0, 1);
            case SourceState.Failed(String _) -> addState(of, 0, 0);
            case SourceState.Absent(String _) -> families.gauge(AgentMetrics.SOURCE_ABSENT, of, 1);
        }
    }

    private void addState(LabelSet of, int absent, int success) {
        families.gauge(AgentMetrics.SOURCE_ABSENT, of, absent);
        families.gauge(AgentMetrics.SOURCE_SUCCESS, of, success);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND;
    }
}
