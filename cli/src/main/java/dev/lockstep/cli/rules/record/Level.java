// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.RecordingRule;
import dev.lockstep.core.metric.ClassicBuckets;
import java.util.ArrayList;
import java.util.List;

/// What one series of a recording rule stands for: the labels that are kept, and how many there are of it, in the words
/// of docs/metrics.md. Labels that are not known are missing and group together.
enum Level {
    COMMUNICATOR("job_comm", "job_id, comm", "communicators"),
    MEMBERSHIP("job_comm_rank", "job_id, comm, comm_rank, rank, node, gpu", "memberships"),
    CHANNEL("job_comm_rank_channel", MEMBERSHIP.labels + ", channel", "shown channels"),
    RANK("job_rank", "job_id, rank, node, gpu", "ranks"),
    JOB("job", "job_id", "jobs"),
    NODE("node", "node", "nodes"),
    COMMUNICATOR_FUNCTION("job_comm_collective", "job_id, comm, collective", "functions of communicators"),
    DEVICE("node_kind_device", "node, kind, device", "links"),
    EDGE("job_comm_edge", MEMBERSHIP.labels + ", peer, nic", "ways to peers on other nodes"),
    SIZED("job_comm_collective_size", "job_id, comm, collective, size", "sized communicators"),
    SIZED_P2P("job_comm_direction_size", "job_id, comm, direction, size", "sized communicators"),
    JOB_FUNCTION("job_collective", "job_id, collective", "functions of jobs"),
    FUNCTION("collective", "collective", "functions of the cluster"),
    RANK_FUNCTION("job_rank_collective", "job_id, rank, node, gpu, collective", "functions of ranks"),
    SHAPE("shape", "role, nranks, nnodes, collective, size", "shapes");

    private final String prefix;
    private final String labels;
    private final String series;

    Level(String prefix, String labels, String series) {
        this.prefix = prefix;
        this.labels = labels;
        this.series = series;
    }

    /// Its labels, ready for `by (…)`.
    String labels() {
        return labels;
    }

    /// A rule that records `prefix:metric`, one series for each of these.
    RecordingRule record(String metric, String unit, String meaning, String expression) {
        return record(metric, unit, meaning, expression, List.of());
    }

    /// The same with more labels than these.
    RecordingRule record(String metric, String unit, String meaning, String expression, List<String> more) {
        return new RecordingRule(prefix + ":" + metric, expression, meaning, unit, with(more), series);
    }

    /// The same, of which there are as many as that.
    RecordingRule record(String metric, String unit, String meaning, String expression, String howMany) {
        return new RecordingRule(prefix + ":" + metric, expression, meaning, unit, with(List.of()), howMany);
    }

    /// The buckets of a classic histogram, which keep `le`.
    RecordingRule recordBuckets(String metric, String meaning, String expression) {
        return new RecordingRule(
                prefix + "_le:" + metric,
                expression,
                meaning,
                "observations per second",
                with(List.of("le")),
                series + " × " + ClassicBuckets.COUNT);
    }

    private List<String> with(List<String> more) {
        List<String> all = new ArrayList<>(List.of(labels.split(", ", -1)));
        all.addAll(more);
        return all;
    }
}
