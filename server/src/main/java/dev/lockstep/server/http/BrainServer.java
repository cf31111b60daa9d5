// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.http;

import dev.lockstep.server.config.ServerConfig.Serving;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.log.ServerLog;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The web server: Helidon on virtual threads, with limits on whatever a client can make grow.
public final class BrainServer implements AutoCloseable {
    /// A request with a body that says to be longer is not read at all.
    public static final long BODY_BYTES_MAX = 64L << 20;
    /// Connections at a time: some 12,500 agents, twice while they change, and people.
    public static final int CONNECTIONS_MAX = 32_768;

    private static final int HEADER_BYTES_MAX = 16 * 1024;
    private static final int BACKLOG = 8_192;
    /// A client that neither sends nor takes anything for so long has gone.
    private static final Duration SILENCE_MAX = Duration.ofSeconds(60);

    /// Helidon tells of each of its sockets; a reference keeps the level.
    private static final Logger HELIDON = Logger.getLogger("io.helidon");

    private final WebServer server;
    private final InetSocketAddress listen;

    private BrainServer(WebServer server, InetSocketAddress listen) {
        this.server = server;
        this.listen = listen;
    }

    /// Serves these routes; port 0 takes any free one.
    ///
    /// @throws IOException if the address cannot be had, in words for an operator
    public static BrainServer start(Serving serving, List<Route> routes, ServerLog log, Consumer<Access> refused)
            throws IOException {
        HELIDON.setLevel(Level.WARNING);
        Gate gate = new Gate(serving.agentToken(), serving.operatorToken());
        Dispatcher dispatcher = new Dispatcher(routes, gate, log, refused);
        InetSocketAddress listen = serving.listen();
        WebServerConfig.Builder config = WebServer.builder()
                .address(listen.getAddress())
                .port(listen.getPort())
                .backlog(BACKLOG)
                .maxPayloadSize(BODY_BYTES_MAX)
                .maxTcpConnections(CONNECTIONS_MAX)
                .shutdownHook(false)
                .contentEncoding(encoding ->
                        encoding.contentEncodingsDiscoverServices(false).addContentEncoding(new DeflatedBodies()))
                .shutdownGracePeriod(Duration.ofMillis(500))
                .connectionOptions(options -> options.readTimeout(SILENCE_MAX).tcpNoDelay(true))
                .addProtocol(
                        Http1Config.builder().maxHeadersSize(HEADER_BYTES_MAX).build())
                .routing(routing -> routing.any(dispatcher));
        serving.identity().ifPresent(identity -> config.tls(PemIdentity.read(identity.certificate(), identity.key())));
        try {
            return new BrainServer(config.build().start(), listen);
        } catch (RuntimeException refusedAddress) {
            throw new IOException(
                    "cannot listen on " + listen.getHostString() + ":" + listen.getPort() + ": "
                            + root(refusedAddress).getMessage(),
                    refusedAddress);
        }
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : root(cause);
    }

    /// Where it listens, with the port it was given.
    public InetSocketAddress address() {
        return new InetSocketAddress(listen.getAddress(), server.port());
    }

    /// `https`, or `http` without a certificate.
    public String scheme() {
        return server.hasTls() ? "https" : "http";
    }

    /// Stops to listen and ends what is under way.
    @Override
    public void close() {
        server.stop();
    }
}
