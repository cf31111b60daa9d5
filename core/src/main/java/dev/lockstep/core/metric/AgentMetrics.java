// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// The families in which the agent tells about itself: the watcher is watched too.
public final class AgentMetrics {
    private static final String V1 = "0.1.0";

    /// Always 1.
    public static final MetricFamily WATCHDOG = gauge(
            "lockstep_watchdog",
            MetricUnit.NONE,
            "Always 1. An alert on its absence tells that the watcher itself is gone.",
            List.of(MetricLabel.NODE),
            "1");

    /// What is running.
    public static final MetricFamily BUILD = new MetricFamily(
            "lockstep_build_info",
            MetricKind.INFO,
            MetricUnit.NONE,
            "Version of the Lockstep that serves this.",
            List.of(MetricLabel.NODE, MetricLabel.VERSION, MetricLabel.JAVA_VERSION),
            "1",
            V1);

    /// How old what is served is.
    public static final MetricFamily SNAPSHOT_AGE = gauge(
            "lockstep_snapshot_age_seconds",
            MetricUnit.SECONDS,
            "Age of what is served: the time since its oldest part was read, whatever came of it.",
            List.of(MetricLabel.NODE),
            "1");

    /// Whether a source could be read.
    public static final MetricFamily SOURCE_SUCCESS = gauge(
            "lockstep_source_success",
            MetricUnit.NONE,
            "1 if the last reading of the source worked, 0 if it failed. No series where the node has"
                    + " no such thing.",
            List.of(MetricLabel.NODE, MetricLabel.SOURCE),
            "sources");

    /// Whether the node has such a source.
    public static final MetricFamily SOURCE_ABSENT = gauge(
            "lockstep_source_absent",
            MetricUnit.NONE,
            "1 if the node has no such thing (no job with the plugin, no Inspector files), else 0.",
            List.of(MetricLabel.NODE, MetricLabel.SOURCE),
            "sources");

    /// How long a reading takes.
    public static final MetricFamily SOURCE_DURATION = gauge(
            "lockstep_source_duration_seconds",
            MetricUnit.SECONDS,
            "How long the last reading of the source took.",
            List.of(MetricLabel.NODE, MetricLabel.SOURCE),
            "sources");

    /// How long ago a source was last good.
    public static final MetricFamily SOURCE_STALENESS = gauge(
            "lockstep_source_staleness_seconds",
            MetricUnit.SECONDS,
            "Time since the last reading of the source that worked. No series before the first one.",
            List.of(MetricLabel.NODE, MetricLabel.SOURCE),
            "sources");

    /// What no process can answer for.
    public static final MetricFamily SOURCE_REFUSED = counter(
            "lockstep_source_refused_total",
            MetricUnit.NONE,
            "What a source refused and no process can be named for, since the agent started.",
            List.of(MetricLabel.NODE, MetricLabel.SOURCE, MetricLabel.REASON),
            "sources × reasons seen");

    /// Processes seen.
    public static final MetricFamily PROCESSES = gauge(
            "lockstep_processes",
            MetricUnit.NONE,
            "Processes that use NCCL and are seen by the source; ended ones are not counted.",
            List.of(MetricLabel.NODE, MetricLabel.SOURCE),
            "sources");

    /// Communicators whose series are sums.
    public static final MetricFamily COMMUNICATORS_MERGED = gauge(
            "lockstep_communicators_merged",
            MetricUnit.NONE,
            "Communicators whose labels equal those of another one, so that their series are served"
                    + " as one sum: incarnations of one communicator, mostly.",
            List.of(MetricLabel.NODE),
            "1");

    /// Communicators not shown twice.
    public static final MetricFamily COMMUNICATORS_HIDDEN = gauge(
            "lockstep_communicators_hidden",
            MetricUnit.NONE,
            "Communicators that the source sees and that are left out because a better source shows"
                    + " the same one: nothing is counted twice.",
            List.of(MetricLabel.NODE, MetricLabel.SOURCE),
            "sources");

    /// How large a scrape is.
    public static final MetricFamily SERIES = gauge(
            "lockstep_series",
            MetricUnit.NONE,
            "Series in this scrape, this one included; a histogram counts as one.",
            List.of(MetricLabel.NODE),
            "1");

    /// What found no room.
    public static final MetricFamily SERIES_FOLDED = gauge(
            "lockstep_series_folded",
            MetricUnit.NONE,
            "Operation series of the job that were folded because a GPU's budget of series was used up, and communicators"
                    + " whose channels were, and links. No series where nothing was.",
            List.of(MetricLabel.NODE, MetricLabel.JOB_ID, MetricLabel.INTO),
            "folding jobs × 1 to 4");

    /// Time that scrapes took.
    public static final MetricFamily SCRAPE_TIME = counter(
            "lockstep_scrape_seconds_total",
            MetricUnit.SECONDS,
            "Time that answering scrapes took, until the last byte was written. Its rate times the scrape interval is the"
                    + " time of one scrape.",
            List.of(MetricLabel.NODE),
            "1");

    /// Memory of the agent.
    public static final MetricFamily MEMORY = gauge(
            "lockstep_memory_bytes",
            MetricUnit.BYTES,
            "Resident memory of the agent, as the kernel counts it (RssAnon and RssFile). No series where it does not"
                    + " say.",
            List.of(MetricLabel.NODE, MetricLabel.KIND),
            "2");

    /// Processor time of the agent.
    public static final MetricFamily CPU = counter(
            "lockstep_cpu_seconds_total",
            MetricUnit.SECONDS,
            "Processor time that the agent has used. No series where the kernel does not say.",
            List.of(MetricLabel.NODE),
            "1");

    private AgentMetrics() {}

    static List<MetricFamily> all() {
        return List.of(
                WATCHDOG,
                BUILD,
                SNAPSHOT_AGE,
                SOURCE_SUCCESS,
                SOURCE_ABSENT,
                SOURCE_DURATION,
                SOURCE_STALENESS,
                SOURCE_REFUSED,
                PROCESSES,
                COMMUNICATORS_MERGED,
                COMMUNICATORS_HIDDEN,
                SERIES,
                SERIES_FOLDED,
                SCRAPE_TIME,
                MEMORY,
                CPU);
    }

    private static MetricFamily gauge(
            String name, MetricUnit unit, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.GAUGE, unit, help, labels, series, V1);
    }

    private static MetricFamily counter(
            String name, MetricUnit unit, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.COUNTER, unit, help, labels, series, V1);
    }
}
