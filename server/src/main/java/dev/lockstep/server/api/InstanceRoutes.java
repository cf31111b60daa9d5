// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.job.MatchedInstance;
import dev.lockstep.server.host.HostView;
import dev.lockstep.server.http.Call;
import dev.lockstep.server.http.Route;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.http.Route.Problem;
import dev.lockstep.server.json.JsonWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The latest operations of a communicator, compared over its ranks.
public final class InstanceRoutes {
    private static final int LIMIT = 16;
    private static final int LIMIT_MAX = 256;
    private static final int OFFSET_MAX = 1_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Supplier<HostView> view;

    /// Of what `view` gives.
    public InstanceRoutes(Supplier<HostView> view) {
        this.view = view;
    }

    /// Its route.
    public List<Route> routes() {
        return List.of(new Route("GET", "/api/v1/instances", Access.OPEN, this::instances));
    }

    private record Found(JobKey job, MatchedInstance instance) {}

    private void instances(Call call) throws Problem {
        call.onlyParameters(Set.of("comm", "job_id", "collective", "limit", "offset"));
        String comm = call.parameter("comm")
                .orElseThrow(
                        () -> new Problem(400, "say of which communicator: comm, as /api/v1/communicators has it"));
        Optional<String> jobId = call.parameter("job_id");
        Optional<String> collective = call.parameter("collective");
        int limit = call.count("limit", LIMIT, LIMIT_MAX);
        int offset = call.offset("offset", OFFSET_MAX);
        HostView now = view.get();
        List<Found> found = now.brain().jobs().stream()
                .filter(job -> jobId.isEmpty() || jobId.get().equals(job.key().jobId()))
                .flatMap(job -> job.figures().instances().stream()
                        .filter(each -> each.communicator().id().equals(comm))
                        .filter(each -> collective.isEmpty()
                                || collective.get().equals(each.function().ncclName()))
                        .map(each -> new Found(job.key(), each)))
                .sorted(Comparator.comparingLong((Found each) -> each.instance().closedNanos())
                        .reversed())
                .toList();
        call.json(JsonWriter.object(out -> out.number("total", found.size())
                .objects(
                        "instances",
                        found.stream().skip(offset).limit(limit).toList(),
                        (inner, each) -> write(inner, each, now.viewNanos()))));
    }

    private static void write(JsonWriter out, Found found, long nowNanos) {
        MatchedInstance instance = found.instance();
        out.text("job_id", found.job().jobId())
                .text("incarnation", found.job().incarnation())
                .text("comm", instance.communicator().id())
                .number("hash_ordinal", instance.communicator().hashOrdinal())
                .text("collective", instance.function().ncclName())
                .number("sequence", instance.sequence())
                .number("bytes", instance.sizeBytes())
                .text("algo", Optional.of(instance.algorithm()).filter(name -> !name.isEmpty()))
                .text("proto", Optional.of(instance.protocol()).filter(name -> !name.isEmpty()))
                .fraction("seconds_ago", Math.max(0, nowNanos - instance.closedNanos()) / NANOS_PER_SECOND)
                .number("nranks", instance.ranks())
                .fraction("coverage", instance.told() / (double) instance.ranks())
                .fraction("transfer_seconds", instance.transferNanos() / NANOS_PER_SECOND)
                .number("last_comm_rank", instance.last())
                .object("seconds_by_comm_rank", inner -> writeDurations(inner, instance));
    }

    private static void writeDurations(JsonWriter out, MatchedInstance instance) {
        for (int rank = 0; rank < instance.ranks(); rank++) {
            float nanos = instance.durationNanos(rank);
            if (nanos >= 0) {
                out.fraction(Integer.toString(rank), nanos / NANOS_PER_SECOND);
            }
        }
    }
}
