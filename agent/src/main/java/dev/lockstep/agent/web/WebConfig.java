// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import java.util.Map;
import java.util.Optional;

/// What a web configuration file asks for. `users` maps each name to its bcrypt hash; with none, everybody is let in.
record WebConfig(Optional<TlsConfig> tls, Map<String, String> headers, Map<String, String> users) {
    WebConfig {
        headers = Map.copyOf(headers);
        users = Map.copyOf(users);
    }
}
