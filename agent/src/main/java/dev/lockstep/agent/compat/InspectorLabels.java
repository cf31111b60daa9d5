// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.compat;

import dev.lockstep.agent.exposition.series.LabelValue;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.SeriesKey;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.OptionalInt;

/// The labels of Inspector's gauges. It writes `unknown` for what it does not know, and so does this.
record InspectorLabels(
        String jobId,
        String node,
        String gpu,
        String communicator,
        String nodes,
        String ranks,
        NcclFunction function,
        String messageSize,
        String algorithmAndProtocol) {
    /// The version of Inspector's Prometheus output that this looks like.
    private static final String VERSION = "v5.1";

    private static final String UNKNOWN = "unknown";

    static InspectorLabels of(
            String node, ProcessIdentity process, CommunicatorIdentity communicator, SeriesKey series, double bytes) {
        OptionalInt gpu = communicator.gpu().map(GpuIdentity::index).orElse(OptionalInt.empty());
        long perRank = (long) (bytes / sizeFactor(series.function(), communicator.ranks()));
        return new InspectorLabels(
                known(process.jobId()),
                known(node),
                gpu.isPresent() ? "GPU" + gpu.getAsInt() : UNKNOWN,
                known(communicator.name()),
                number(communicator.nodes()),
                number(communicator.ranks()),
                series.function(),
                MessageSize.label(perRank),
                known(series.algorithm().isEmpty() ? "" : series.algorithm() + "_" + series.protocol()));
    }

    /// Inspector takes what one rank sends or gets for the size of AllGather and ReduceScatter.
    private static double sizeFactor(NcclFunction function, OptionalInt ranks) {
        return switch (function) {
            case ALL_GATHER, REDUCE_SCATTER -> Math.max(1, ranks.orElse(1));
            case ALL_REDUCE, BROADCAST, REDUCE, ALL_TO_ALL, GATHER, SCATTER, SEND, RECV, OTHER -> 1;
        };
    }

    private static String known(String text) {
        return text.isEmpty() ? UNKNOWN : LabelValue.of(text);
    }

    private static String number(OptionalInt number) {
        return number.isPresent() ? Integer.toString(number.getAsInt()) : UNKNOWN;
    }

    Labels toLabels() {
        Labels common = Labels.of(
                "version", VERSION,
                "slurm_job_id", jobId,
                "node", node,
                "gpu", gpu,
                "comm_name", communicator,
                "n_nodes", nodes,
                "nranks", ranks,
                "message_size", messageSize);
        return function.isPointToPoint()
                ? common.merge(Labels.of("p2p_operation", function.ncclName()))
                : common.merge(Labels.of("collective", function.ncclName(), "algo_proto", algorithmAndProtocol));
    }
}
