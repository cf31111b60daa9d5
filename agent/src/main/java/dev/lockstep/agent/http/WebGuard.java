// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.lockstep.agent.config.AgentConfig.Serving;
import dev.lockstep.agent.web.WebSecurity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What stands before the pages where a web configuration file is given: TLS, passwords, headers. Without one, nothing.
final class WebGuard {
    private final Optional<WebSecurity> security;

    private WebGuard(Optional<WebSecurity> security) {
        this.security = security;
    }

    /// Reads the file, which was good a moment ago.
    static WebGuard of(Serving serving) throws IOException {
        Optional<Path> file = serving.webConfigFile();
        if (file.isEmpty()) {
            return new WebGuard(Optional.empty());
        }
        List<String> problems = new ArrayList<>();
        WebSecurity security = WebSecurity.read(file.get(), problems);
        if (!problems.isEmpty()) {
            throw new IOException(String.join("; ", problems));
        }
        return new WebGuard(Optional.of(security));
    }

    HttpServer bind(Serving serving) throws IOException {
        Optional<HttpsConfigurator> https = security.flatMap(WebSecurity::https);
        if (https.isEmpty()) {
            return HttpServer.create(serving.listen(), 0);
        }
        HttpsServer server = HttpsServer.create(serving.listen(), 0);
        server.setHttpsConfigurator(https.get());
        return server;
    }

    /// `https` or `http`.
    String scheme() {
        return security.flatMap(WebSecurity::https).isPresent() ? "https" : "http";
    }

    /// Whether the request may go on; if not, it is answered.
    boolean admits(HttpExchange exchange) throws IOException {
        if (security.isEmpty()) {
            return true;
        }
        security.get().headers().forEach(exchange.getResponseHeaders()::set);
        String authorization = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        return switch (security.get().admits(authorization)) {
            case ADMITTED -> true;
            case REFUSED -> {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"lockstep\", charset=\"UTF-8\"");
                Reply.line(exchange, 401, "name and password are missing or wrong");
                yield false;
            }
            case BUSY -> {
                Reply.line(exchange, 429, "too many passwords are being checked, try again");
                yield false;
            }
        };
    }
}
