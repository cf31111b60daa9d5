// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.host.HostView;
import dev.lockstep.server.http.Call;
import dev.lockstep.server.http.Route;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.http.Route.Problem;
import dev.lockstep.server.json.IncidentJson;
import dev.lockstep.server.json.JsonTree;
import dev.lockstep.server.json.JsonTree.Unfit;
import dev.lockstep.server.json.JsonWriter;
import dev.lockstep.server.judgement.Judgement;
import dev.lockstep.server.judgement.Judgement.Verdict;
import dev.lockstep.server.judgement.Judgements;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Incidents, and what people say about them.
public final class IncidentRoutes {
    private static final int LIMIT = 200;
    private static final int LIMIT_MAX = 10_000;
    static final int BODY_BYTES_MAX = 16 * 1024;
    static final int TEXT_LENGTH_MAX = 1_000;

    private final Supplier<HostView> view;
    private final Judgements judgements;
    private final LongSupplier wallNanos;

    /// Of what `view` gives.
    public IncidentRoutes(Supplier<HostView> view, Judgements judgements, LongSupplier wallNanos) {
        this.view = view;
        this.judgements = judgements;
        this.wallNanos = wallNanos;
    }

    /// Its routes.
    public List<Route> routes() {
        return List.of(
                new Route("GET", "/api/v1/incidents", Access.OPEN, this::list),
                new Route("GET", "/api/v1/incidents/{id}", Access.OPEN, this::one),
                new Route(
                        "POST",
                        "/api/v1/incidents/{id}/confirm",
                        Access.OPERATOR,
                        call -> judge(call, Verdict.CONFIRMED)),
                new Route("POST", "/api/v1/incidents/{id}/false", Access.OPERATOR, call -> judge(call, Verdict.FALSE)));
    }

    private void list(Call call) throws Problem {
        call.onlyParameters(Set.of("state", "severity", "kind", "job_id", "node", "since", "limit"));
        Optional<String> state = call.parameter("state");
        Optional<String> severity = call.parameter("severity");
        Optional<String> kind = call.parameter("kind");
        Optional<String> jobId = call.parameter("job_id");
        Optional<String> node = call.parameter("node");
        long since = Times.parameter(call, "since").orElse(Long.MIN_VALUE);
        int limit = call.count("limit", LIMIT, LIMIT_MAX);
        List<Incident> matching = view.get().incidents().stream()
                .filter(incident -> isOrAbsent(state, incident.state().label()))
                .filter(incident -> isOrAbsent(severity, incident.severity().label()))
                .filter(incident -> isOrAbsent(kind, incident.kind().label()))
                .filter(incident -> isOrAbsent(jobId, incident.job().jobId()))
                .filter(incident -> node.isEmpty() || names(incident, node.get()))
                .filter(incident -> incident.endWallNanos().orElse(Long.MAX_VALUE) >= since)
                .sorted(Comparator.comparingLong(Incident::startWallNanos).reversed())
                .toList();
        List<Incident> shown = matching.stream().limit(limit).toList();
        call.json(JsonWriter.object(
                out -> out.number("total", matching.size()).objects("incidents", shown, this::write)));
    }

    private static boolean isOrAbsent(Optional<String> wanted, String value) {
        return wanted.map(text -> text.equalsIgnoreCase(value)).orElse(true);
    }

    private static boolean names(Incident incident, String node) {
        return incident.culprits().stream()
                .anyMatch(culprit -> culprit.node().filter(node::equals).isPresent());
    }

    private void one(Call call) throws Problem {
        Incident incident = incident(call);
        call.json(JsonWriter.object(out -> write(out, incident)));
    }

    private Incident incident(Call call) throws Problem {
        String id = call.variables().getFirst();
        return view.get().incidents().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new Problem(404, "no such incident"));
    }

    private void write(JsonWriter out, Incident incident) {
        IncidentJson.write(out, incident);
        out.flag("in_maintenance", judgements.isInWindow(incident, wallNanos.getAsLong()));
        judgements.of(incident.id()).ifPresent(judgement -> out.object("judgement", judgement::write));
    }

    private void judge(Call call, Verdict verdict) throws Problem {
        Incident incident = incident(call);
        byte[] body = call.body(BODY_BYTES_MAX);
        Judgement judgement;
        try {
            Optional<JsonTree> said = body.length == 0 ? Optional.empty() : Optional.of(JsonTree.read(body));
            judgement =
                    new Judgement(incident.id(), verdict, text(said, "by"), text(said, "note"), wallNanos.getAsLong());
        } catch (Unfit unfit) {
            throw new Problem(400, String.valueOf(unfit.getMessage()));
        }
        Kept.orTell(() -> judgements.judge(judgement));
        call.json(JsonWriter.object(judgement::write));
    }

    private static String text(Optional<JsonTree> said, String name) throws Unfit {
        String text = said.flatMap(tree -> tree.optionalText(name)).orElse("");
        if (text.length() > TEXT_LENGTH_MAX) {
            throw new Unfit(name + " may have at most " + TEXT_LENGTH_MAX + " characters");
        }
        return text;
    }
}
