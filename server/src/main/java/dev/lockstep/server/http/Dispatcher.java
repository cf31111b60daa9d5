// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.http;

import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.http.Route.Problem;
import dev.lockstep.server.log.ServerLog;
import io.helidon.common.uri.UriEncoding;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Finds the route of a request, and answers for those that have none. Errors are one line, never a stack trace.
final class Dispatcher implements Handler {
    private final List<Route> routes;
    private final Gate gate;
    private final ServerLog log;
    private final Consumer<Access> refused;

    /// `refused` is told of each that was not let in.
    Dispatcher(List<Route> routes, Gate gate, ServerLog log, Consumer<Access> refused) {
        this.routes = List.copyOf(routes);
        this.gate = gate;
        this.log = log;
        this.refused = refused;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        Call call = new Call(request, response, List.of());
        try {
            dispatch(call);
        } catch (Problem problem) {
            call.line(problem.status(), String.valueOf(problem.getMessage()));
        } catch (InterruptedException _) {
            if (!response.isSent()) {
                call.line(503, "the server stops");
            }
        } catch (RuntimeException mistake) {
            log.warn("request_failed", "mistake", mistake.toString(), "do", "report it, it is a mistake of Lockstep's");
            if (!response.isSent()) {
                call.line(500, "a mistake in Lockstep: its log says more");
            }
        }
    }

    private void dispatch(Call call) throws Problem, InterruptedException {
        List<String> segments = segments(call.request().path().rawPath());
        String method = call.request().prologue().method().text();
        TreeSet<String> methods = new TreeSet<>();
        for (Route route : routes) {
            Optional<List<String>> variables = route.match(segments);
            if (variables.isEmpty()) {
                continue;
            }
            if (route.method().equals(method)) {
                admit(call, route);
                route.handler().answer(new Call(call.request(), call.response(), variables.get()));
                return;
            }
            methods.add(route.method());
        }
        if (methods.isEmpty()) {
            throw new Problem(404, "no such page: /openapi.yaml lists what is here");
        }
        call.response().header("Allow", String.join(", ", methods));
        throw new Problem(405, "only " + String.join(", ", methods));
    }

    private void admit(Call call, Route route) throws Problem {
        if (!gate.admits(route.access(), call.header("Authorization"))) {
            refused.accept(route.access());
            call.response().header("WWW-Authenticate", "Bearer");
            throw new Problem(401, gate.refusal(route.access()));
        }
    }

    private static List<String> segments(String rawPath) throws Problem {
        try {
            return Stream.of(rawPath.substring(1).split("/", -1))
                    .map(UriEncoding::decodeUri)
                    .toList();
        } catch (IllegalArgumentException _) {
            throw new Problem(400, "the path is not encoded as it must be");
        }
    }
}
