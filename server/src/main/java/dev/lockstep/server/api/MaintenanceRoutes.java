// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.server.http.Call;
import dev.lockstep.server.http.Route;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.http.Route.Problem;
import dev.lockstep.server.json.JsonTree;
import dev.lockstep.server.json.JsonTree.Unfit;
import dev.lockstep.server.json.JsonWriter;
import dev.lockstep.server.judgement.Judgements;
import dev.lockstep.server.judgement.MaintenanceWindow;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/// Maintenance windows: which there are, and one more.
public final class MaintenanceRoutes {
    private final Judgements judgements;
    private final LongSupplier wallNanos;

    /// Of these windows.
    public MaintenanceRoutes(Judgements judgements, LongSupplier wallNanos) {
        this.judgements = judgements;
        this.wallNanos = wallNanos;
    }

    /// Its routes.
    public List<Route> routes() {
        return List.of(
                new Route("GET", "/api/v1/maintenance", Access.OPEN, this::list),
                new Route("POST", "/api/v1/maintenance", Access.OPERATOR, this::open));
    }

    private void list(Call call) throws Problem {
        call.onlyParameters(Set.of());
        List<MaintenanceWindow> windows = judgements.windows(wallNanos.getAsLong());
        call.json(JsonWriter.object(out -> out.objects("windows", windows, (inner, window) -> window.write(inner))));
    }

    private void open(Call call) throws Problem {
        long now = wallNanos.getAsLong();
        MaintenanceWindow window;
        try {
            window = MaintenanceWindow.read(JsonTree.read(call.body(IncidentRoutes.BODY_BYTES_MAX)), now);
        } catch (Unfit unfit) {
            throw new Problem(400, String.valueOf(unfit.getMessage()));
        }
        AtomicBoolean hadRoom = new AtomicBoolean();
        Kept.orTell(() -> hadRoom.set(judgements.open(window, now)));
        if (!hadRoom.get()) {
            throw new Problem(429, "there are " + Judgements.WINDOWS_MAX + " windows already");
        }
        call.json(JsonWriter.object(window::write));
    }
}
