// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.server.exposition.BrainExposition;
import dev.lockstep.server.host.HostView;
import dev.lockstep.server.http.Call;
import dev.lockstep.server.http.Route;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.http.Route.Problem;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Pages for machines and people around the API: metrics, health, settings, the API's own description.
public final class PageRoutes {
    /// A brain that has not looked for so long is not well.
    private static final Duration LOOK_AGE_MAX = Duration.ofSeconds(10);

    private static final String OPENAPI = "openapi.yaml";

    private final Supplier<HostView> view;
    private final BrainExposition exposition;
    private final String settings;
    private final LongSupplier nanos;
    private final ExpositionFormats formats =
            ExpositionFormats.init(PrometheusProperties.builder().build());

    /// Of these; `settings` is what `/config` shows.
    public PageRoutes(Supplier<HostView> view, BrainExposition exposition, String settings, LongSupplier nanos) {
        this.view = view;
        this.exposition = exposition;
        this.settings = settings;
        this.nanos = nanos;
    }

    /// Its routes.
    public List<Route> routes() {
        return List.of(
                new Route("GET", "/metrics", Access.OPEN, this::metrics),
                new Route("GET", "/healthz", Access.OPEN, this::health),
                new Route("GET", "/config", Access.OPEN, call -> text(call, Call.TEXT, settings)),
                new Route("GET", "/openapi.yaml", Access.OPEN, call -> text(call, "application/yaml", openApi())),
                new Route("GET", "/", Access.OPEN, this::index));
    }

    private void metrics(Call call) throws Problem {
        String accept = call.header("Accept").orElse("");
        ExpositionFormatWriter writer = formats.findWriter(accept);
        EscapingScheme escaping = EscapingScheme.fromAcceptHeader(accept);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out, exposition.snapshots(), escaping);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        call.send(200, writer.getContentType() + escaping.toHeaderFormat(), out.toByteArray());
    }

    private void health(Call call) {
        long age = nanos.getAsLong() - view.get().look().nanos();
        if (age > LOOK_AGE_MAX.toNanos()) {
            call.line(
                    503,
                    "the analysis has not looked for " + Duration.ofNanos(age).toSeconds() + " s");
            return;
        }
        call.line(200, "ok");
    }

    private void index(Call call) {
        text(call, Call.TEXT, """
            lockstep server

            /metrics           for Prometheus
            /api/v1/jobs       jobs and their state
            /api/v1/incidents  incidents with their evidence
            /api/v1/events     changes of incidents as they happen
            /openapi.yaml      all of the API
            /config            settings that hold
            /healthz           ok, or what is wrong
            """);
    }

    private static void text(Call call, String contentType, String text) {
        call.send(200, contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String openApi() {
        try (InputStream in = PageRoutes.class.getResourceAsStream(OPENAPI)) {
            if (in == null) {
                throw new IllegalStateException(OPENAPI + " is missing in the build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
