// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.cli.process.ServedUrl;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.Server;
import dev.lockstep.server.config.ServerConfig;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// The brain that a demo's agents feed, on a free port of the loopback address. It keeps nothing on disk, and it calls
/// a job stopped sooner than one that watches a cluster does.
public final class DemoBrain implements AutoCloseable {
    private static final int STOPPED_AFTER_SECONDS = 15;
    private static final int GONE_AFTER_SECONDS = 10;

    /// What differs from the defaults of `lockstep server`.
    private static final Map<String, String> SETTINGS = Map.of(
            "listen",
            "127.0.0.1:0",
            "hang-suspect",
            "5s",
            "hang-p0",
            STOPPED_AFTER_SECONDS + "s",
            "gone-after",
            GONE_AFTER_SECONDS + "s");

    /// What people are told of that.
    public static final String HASTE =
            "This brain is hasty, to fit into a minute: it calls a job stopped when ranks wait"
                    + " for " + STOPPED_AFTER_SECONDS + " s or a process is gone for " + GONE_AFTER_SECONDS
                    + " s. By default that takes 2 min and 30 s (lockstep server"
                    + " --hang-p0, --gone-after).";

    private final Server server;

    private DemoBrain(Server server) {
        this.server = server;
    }

    /// Starts one. It reads no variable of the environment: those are for the brain of a cluster.
    public static DemoBrain start(InstantSource wall, LongSupplier nanos) throws IOException {
        return new DemoBrain(Server.start(ServerConfig.parse(SETTINGS, Map.of()), wall, nanos));
    }

    /// Where agents send to, without a path.
    public String url() {
        return ServedUrl.of(server.scheme(), server.address());
    }

    /// What it knows by now.
    public List<Incident> incidents() {
        return server.incidents();
    }

    @Override
    public void close() {
        server.close();
    }
}
