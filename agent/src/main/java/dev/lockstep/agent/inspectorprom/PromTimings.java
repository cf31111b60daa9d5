// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import dev.lockstep.agent.inspector.line.Names;
import dev.lockstep.agent.source.NodeNames;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.ReportedOperation;
import dev.lockstep.core.model.ReportedTiming;
import dev.lockstep.core.model.ReportedTiming.Meaning;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Makes timings of the samples of one file. What a sample is about is told in one of two ways:
///
/// ```
/// 2.29: comm_id, hostname, rank, slurm_job_id, nranks, n_nodes, collective, coll_sn, timestamp, message_size
/// 2.30: slurm_job_id, node, gpu, comm_name, n_nodes, nranks, collective or p2p_operation, message_size, algo_proto
/// ```
///
/// The first is the last operation of each communicator, the second a mean. `gpu` is CUDA's number, which is 0 for each
/// of several processes that see one GPU each; the file's name tells them apart.
final class PromTimings {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double BYTES_PER_GIGABYTE = 1e9;
    private static final String UNKNOWN = "unknown";

    private record Key(Meaning meaning, ReportedOperation operation) {}

    private enum Part {
        SECONDS,
        BYTES_PER_SECOND
    }

    private final String gpuUuid;
    private final NodeNames nodes;
    private final PromCounts refused;
    private final Map<Key, Map<Part, Double>> timings = new LinkedHashMap<>();

    PromTimings(String gpuUuid, NodeNames nodes, PromCounts refused) {
        this.gpuUuid = gpuUuid;
        this.nodes = nodes;
        this.refused = refused;
    }

    /// Takes in a whole line; comments and empty lines say nothing.
    void line(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        Optional<PromSample> sample = PromSample.parse(line);
        if (sample.isEmpty()) {
            refused.one(PromReason.BAD_LINE);
        } else {
            sample(sample.get());
        }
    }

    private void sample(PromSample sample) {
        switch (sample.metric()) {
            case "nccl_collective_exec_time_microseconds", "nccl_p2p_exec_time_microseconds" ->
                add(sample, Part.SECONDS, sample.value() / MICROS_PER_SECOND);
            case "nccl_bus_bandwidth_gbs", "nccl_p2p_bus_bandwidth_gbs" ->
                add(sample, Part.BYTES_PER_SECOND, sample.value() * BYTES_PER_GIGABYTE);
            default -> refused.one(PromReason.OTHER_METRIC);
        }
    }

    private void add(PromSample sample, Part part, double value) {
        if (!Double.isFinite(value) || value < 0) {
            refused.one(PromReason.IMPOSSIBLE_VALUE);
            return;
        }
        Key key = new Key(sample.label("coll_sn").isEmpty() ? Meaning.MEAN : Meaning.LAST, operation(sample));
        Map<Part, Double> known = timings.get(key);
        if (known == null) {
            if (timings.size() >= PromLimits.TIMINGS_PER_FILE_MAX) {
                refused.one(PromReason.TIMINGS_OVER_LIMIT);
                return;
            }
            known = new EnumMap<>(Part.class);
            timings.put(key, known);
        }
        if (known.putIfAbsent(part, value) != null) {
            refused.one(PromReason.DUPLICATE_SERIES);
        }
    }

    private ReportedOperation operation(PromSample sample) {
        String tuned = sample.label("algo_proto");
        int cut = tuned.lastIndexOf('_');
        return new ReportedOperation(
                nodes.of(name(first(sample, "node", "hostname"))),
                gpuUuid,
                name(sample.label("slurm_job_id")),
                Names.communicatorId(sample.label("comm_id")),
                number(sample.label("rank"), 0),
                name(sample.label("comm_name")),
                number(first(sample, "nranks", "n_ranks"), 1),
                number(sample.label("n_nodes"), 1),
                NcclFunction.of(first(sample, "collective", "p2p_operation")),
                name(sample.label("message_size")),
                name(cut < 0 ? tuned : tuned.substring(0, cut)),
                cut < 0 ? "" : name(tuned.substring(cut + 1)));
    }

    private static String first(PromSample sample, String label, String other) {
        String value = sample.label(label);
        return value.isEmpty() ? sample.label(other) : value;
    }

    /// Inspector writes `unknown` for what it does not know.
    private static String name(String text) {
        return text.equals(UNKNOWN) ? "" : Names.cut(text);
    }

    private static OptionalInt number(String text, int least) {
        boolean isShort = !text.isEmpty() && text.length() <= 8 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int value = isShort ? Integer.parseInt(text) : -1;
        return value >= least && value <= PromLimits.RANKS_MAX ? OptionalInt.of(value) : OptionalInt.empty();
    }

    List<ReportedTiming> timings() {
        List<ReportedTiming> all = new ArrayList<>();
        timings.forEach((key, numbers) -> all.add(new ReportedTiming(
                key.meaning(),
                key.operation(),
                optional(numbers.get(Part.SECONDS)),
                optional(numbers.get(Part.BYTES_PER_SECOND)))));
        return all;
    }

    private static OptionalDouble optional(@Nullable Double number) {
        return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
    }
}
