// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.core.analysis.brain.BrainView.CommunicatorView;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.core.analysis.brain.BrainView.ProcessView;
import dev.lockstep.core.analysis.brain.BrainView.RankView;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.job.JobIdentity;
import dev.lockstep.core.role.Role;
import dev.lockstep.server.host.HostView;
import dev.lockstep.server.http.Call;
import dev.lockstep.server.http.Route;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.http.Route.Problem;
import dev.lockstep.server.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Jobs, their communicators and their ranks, as they are now.
public final class JobRoutes {
    private static final int LIMIT = 1_000;
    private static final int LIMIT_MAX = 100_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Supplier<HostView> view;
    private final Function<JobIdentity, String> classOf;

    /// Of what `view` gives; `classOf` names the class of a job.
    public JobRoutes(Supplier<HostView> view, Function<JobIdentity, String> classOf) {
        this.view = view;
        this.classOf = classOf;
    }

    /// Its routes.
    public List<Route> routes() {
        return List.of(
                new Route("GET", "/api/v1/jobs", Access.OPEN, this::jobs),
                new Route("GET", "/api/v1/jobs/{id}", Access.OPEN, this::job),
                new Route("GET", "/api/v1/communicators", Access.OPEN, this::communicators),
                new Route("GET", "/api/v1/ranks", Access.OPEN, this::ranks));
    }

    private void jobs(Call call) throws Problem {
        call.onlyParameters(Set.of("state", "limit"));
        HostView now = view.get();
        Optional<String> state = call.parameter("state");
        int limit = call.count("limit", LIMIT, LIMIT_MAX);
        List<JobView> matching = now.brain().jobs().stream()
                .filter(job -> state.isEmpty() || state.get().equals(now.stateOf(job.key())))
                .toList();
        call.json(JsonWriter.object(out -> out.number("total", matching.size())
                .objects("jobs", matching.stream().limit(limit).toList(), (inner, job) -> write(inner, job, now))));
    }

    private void job(Call call) throws Problem {
        call.onlyParameters(Set.of());
        HostView now = view.get();
        String id = call.variables().getFirst();
        List<JobView> lives = now.brain().jobs().stream()
                .filter(job -> job.key().jobId().equals(id))
                .toList();
        if (lives.isEmpty()) {
            throw new Problem(404, "no such job");
        }
        call.json(JsonWriter.object(out -> out.text("job_id", id).objects("incarnations", lives, (inner, job) -> {
            write(inner, job, now);
            inner.objects("processes", job.processes(), (process, each) -> write(process, each, now));
        })));
    }

    private void write(JsonWriter out, JobView job, HostView now) {
        List<String> incidents = now.incidents().stream()
                .filter(incident -> incident.isActive() && incident.job().equals(job.key()))
                .map(Incident::id)
                .toList();
        out.text("job_id", job.key().jobId())
                .text("incarnation", job.key().incarnation())
                .text("state", now.stateOf(job.key()))
                .text("class", classOf.apply(job.identity()))
                .number("world_size", job.worldSize())
                .number("processes_seen", job.processes().size())
                .number(
                        "nodes",
                        job.processes().stream()
                                .map(ProcessView::node)
                                .distinct()
                                .count())
                .number("communicators", job.communicators().size())
                .fraction("heard_seconds_ago", ago(now, job.heardNanos()))
                .texts("incidents", incidents);
    }

    private static void write(JsonWriter out, ProcessView process, HostView now) {
        out.text("node", process.node())
                .number("pid", process.processId())
                .text("life", process.life().name().toLowerCase(Locale.ROOT))
                .number("rank", process.rank())
                .fraction("heard_seconds_ago", ago(now, process.heardNanos()));
    }

    private static double ago(HostView now, long heardNanos) {
        return Math.max(0, now.viewNanos() - heardNanos) / NANOS_PER_SECOND;
    }

    private record OfJob(JobView job, CommunicatorView communicator) {}

    private Stream<OfJob> communicators(Call call, HostView now) throws Problem {
        Optional<String> jobId = call.parameter("job_id");
        Optional<String> comm = call.parameter("comm");
        return now.brain().jobs().stream()
                .filter(job -> jobId.isEmpty() || jobId.get().equals(job.key().jobId()))
                .flatMap(job -> job.communicators().stream().map(each -> new OfJob(job, each)))
                .filter(each ->
                        comm.isEmpty() || comm.get().equals(each.communicator().id()));
    }

    private void communicators(Call call) throws Problem {
        call.onlyParameters(Set.of("job_id", "comm", "limit"));
        int limit = call.count("limit", LIMIT, LIMIT_MAX);
        List<OfJob> matching = communicators(call, view.get()).toList();
        call.json(JsonWriter.object(out -> out.number("total", matching.size())
                .objects("communicators", matching.stream().limit(limit).toList(), JobRoutes::writeCommunicator)));
    }

    private static void writeCommunicator(JsonWriter out, OfJob each) {
        CommunicatorView communicator = each.communicator();
        writePlace(out, each);
        out.text("comm_name", communicator.name())
                .text("role", communicator.role().map(Role::label))
                .number("nranks", communicator.ranks())
                .number("ranks_heard", communicator.heard());
    }

    private static void writePlace(JsonWriter out, OfJob each) {
        out.text("job_id", each.job().key().jobId())
                .text("incarnation", each.job().key().incarnation())
                .text("comm", each.communicator().id())
                .number("hash_ordinal", each.communicator().hashOrdinal());
    }

    private record Member(OfJob place, RankView rank) {}

    private void ranks(Call call) throws Problem {
        call.onlyParameters(Set.of("job_id", "comm", "node", "limit"));
        HostView now = view.get();
        Optional<String> node = call.parameter("node");
        int limit = call.count("limit", LIMIT, LIMIT_MAX);
        List<Member> matching = communicators(call, now)
                .flatMap(place -> place.communicator().members().stream().map(rank -> new Member(place, rank)))
                .filter(member ->
                        node.isEmpty() || node.get().equals(member.rank().node()))
                .toList();
        call.json(JsonWriter.object(out -> out.number("total", matching.size())
                .objects("ranks", matching.stream().limit(limit).toList(), (inner, each) -> write(inner, each, now))));
    }

    private static void write(JsonWriter out, Member member, HostView now) {
        RankView rank = member.rank();
        writePlace(out, member.place());
        out.number("comm_rank", rank.commRank())
                .number("rank", rank.rank())
                .text("node", rank.node())
                .flag("live", rank.live())
                .number("last_enqueued", rank.progress().enqueued())
                .number("last_started", rank.progress().started())
                .number("last_finished", rank.progress().finished())
                .number("in_flight", rank.progress().inFlight())
                .fraction("busy_seconds", rank.busyNanos() / NANOS_PER_SECOND)
                .fraction("heard_seconds_ago", ago(now, rank.heardNanos()));
        rank.gpu()
                .ifPresent(gpu -> out.object(
                        "gpu",
                        inner -> inner.number("index", gpu.index())
                                .text("uuid", gpu.uuid())
                                .text("pci_bus_id", gpu.pciBusId())));
    }
}
