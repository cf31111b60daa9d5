// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The part `tls_server_config`. Empty lists leave the choice to the JDK.
record TlsConfig(
        Pem certificate, Pem key, ClientPolicy clients, List<String> protocols, Ciphers ciphers, List<String> curves) {
    TlsConfig {
        protocols = List.copyOf(protocols);
        curves = List.copyOf(curves);
    }

    /// PEM text from a file, or written into the configuration itself.
    sealed interface Pem {
        record InFile(Path file) implements Pem {}

        record Inline(String text) implements Pem {}
    }

    /// Which suites below TLS 1.3, and whose order counts.
    record Ciphers(List<String> suites, Preference preference) {
        Ciphers {
            suites = List.copyOf(suites);
        }
    }

    /// Whose order of suites counts.
    enum Preference {
        SERVER,
        CLIENT
    }

    /// What is asked of clients. `authorities` is there where their certificates are verified.
    record ClientPolicy(ClientAuth auth, Optional<Pem> authorities, List<String> allowedNames) {
        ClientPolicy {
            allowedNames = List.copyOf(allowedNames);
        }
    }
}
