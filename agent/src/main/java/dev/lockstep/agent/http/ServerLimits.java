// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import java.util.Map;

/// Limits of the JDK's HTTP server. It takes them from system properties when its first server is made; what the
/// command line sets already is left alone.
final class ServerLimits {
    private static final Map<String, String> PROPERTIES = Map.of(
            // Small answers wait 40 ms for an acknowledgement otherwise.
            "sun.net.httpserver.nodelay", "true",
            // Seconds a client may take to send a request, and to take an answer: Prometheus gives up after 10.
            "sun.net.httpserver.maxReqTime", "10",
            "sun.net.httpserver.maxRspTime", "15",
            "jdk.httpserver.maxConnections", "128");

    private ServerLimits() {}

    static void apply() {
        PROPERTIES.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }
}
