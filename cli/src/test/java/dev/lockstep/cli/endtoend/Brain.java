// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.server.Server;
import dev.lockstep.server.config.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/// A brain in this process, on a free loopback port.
final class Brain implements AutoCloseable {
    /// What is a hang soon, and yet no pause of a busy machine.
    static final Map<String, String> HASTY = Map.of("hang-suspect", "3s", "hang-p0", "8s", "gone-after", "3s");

    private final Server server;

    private Brain(Server server) {
        this.server = server;
    }

    /// A hasty one with these settings.
    static Brain start(Map<String, String> settings) throws IOException {
        Map<String, String> all = new HashMap<>(HASTY);
        all.put("listen", "127.0.0.1:0");
        all.putAll(settings);
        ServerConfig config = ServerConfig.parse(all, Map.of());
        return new Brain(Server.start(config, SystemClock.wall(), SystemClock.monotonicNanos()));
    }

    URI uri() {
        return URI.create(server.scheme() + "://localhost:" + server.address().getPort());
    }

    Asked ask() {
        return new Asked(uri());
    }

    @Override
    public void close() {
        server.close();
    }
}
