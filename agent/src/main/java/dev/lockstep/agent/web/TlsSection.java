// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import dev.lockstep.agent.web.TlsConfig.Ciphers;
import dev.lockstep.agent.web.TlsConfig.ClientPolicy;
import dev.lockstep.agent.web.TlsConfig.Pem;
import dev.lockstep.agent.web.TlsConfig.Preference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads `tls_server_config` and turns Go's names into the JDK's.
final class TlsSection {
    static final List<String> KNOWN = List.of(
            "cert",
            "cert_file",
            "key",
            "key_file",
            "client_ca",
            "client_ca_file",
            "client_auth_type",
            "client_allowed_sans",
            "min_version",
            "max_version",
            "cipher_suites",
            "prefer_server_cipher_suites",
            "curve_preferences");

    /// Lowest first.
    private static final List<String> VERSIONS = List.of("TLS10", "TLS11", "TLS12", "TLS13");

    private static final Map<String, String> CURVES =
            Map.of("CurveP256", "secp256r1", "CurveP384", "secp384r1", "CurveP521", "secp521r1", "X25519", "x25519");

    private final Section section;
    private final Path folder;

    TlsSection(Section section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    /// Empty if the section asks for no TLS, or for one that cannot be had.
    Optional<TlsConfig> read() {
        Optional<Pem> certificate = WebConfigFile.pem(section, "cert", folder);
        Optional<Pem> key = WebConfigFile.pem(section, "key", folder);
        ClientPolicy clients = clients();
        List<String> protocols = protocols();
        Ciphers ciphers = ciphers(protocols);
        List<String> curves = curves();
        if (certificate.isEmpty() && key.isEmpty() && clients.auth() == ClientAuth.NONE) {
            return Optional.empty();
        }
        if (certificate.isEmpty()) {
            section.refuse("cert_file", "is missing: name the server's certificate");
        }
        if (key.isEmpty()) {
            section.refuse("key_file", "is missing: name the key of the server's certificate");
        }
        return certificate.flatMap(
                cert -> key.map(secret -> new TlsConfig(cert, secret, clients, protocols, ciphers, curves)));
    }

    private ClientPolicy clients() {
        Optional<String> word = section.text("client_auth_type");
        Optional<ClientAuth> auth = ClientAuth.of(word.orElse(ClientAuth.NONE.word()));
        if (auth.isEmpty()) {
            section.refuse(
                    "client_auth_type",
                    "must be one of "
                            + String.join(
                                    ", ",
                                    Stream.of(ClientAuth.values())
                                            .map(ClientAuth::word)
                                            .toList()) + ": "
                            + word.orElse(""));
        }
        ClientPolicy policy = new ClientPolicy(
                auth.orElse(ClientAuth.NONE),
                WebConfigFile.pem(section, "client_ca", folder),
                section.list("client_allowed_sans"));
        checkTogether(policy);
        return policy;
    }

    private void checkTogether(ClientPolicy policy) {
        if (policy.auth().isVerified() && policy.authorities().isEmpty()) {
            section.refuse(
                    "client_auth_type",
                    "is " + policy.auth().word()
                            + " and needs client_ca_file: name the certificate that signs the clients'");
        }
        if (policy.auth() == ClientAuth.NONE && policy.authorities().isPresent()) {
            section.refuse(
                    "client_ca_file",
                    "has no effect without client_auth_type: set it to " + ClientAuth.REQUIRE_AND_VERIFY.word());
        }
        if (!policy.allowedNames().isEmpty() && !policy.auth().isRequired()) {
            section.refuse(
                    "client_allowed_sans",
                    "needs client_auth_type to be " + ClientAuth.REQUIRE_ANY.word() + " or "
                            + ClientAuth.REQUIRE_AND_VERIFY.word());
        }
    }

    private List<String> protocols() {
        int least = version("min_version", "TLS12");
        int most = version("max_version", "TLS13");
        if (least > most) {
            section.refuse("min_version", "is above max_version: swap them");
            return List.of();
        }
        return VERSIONS.subList(least, most + 1).stream()
                .map(version -> "TLSv1." + version.charAt(version.length() - 1))
                .toList();
    }

    private int version(String name, String fallback) {
        String version = section.text(name).orElse(fallback);
        int index = VERSIONS.indexOf(version);
        if (index < 0) {
            section.refuse(name, "must be TLS12 or TLS13: " + version);
        } else if (index < VERSIONS.indexOf("TLS12")) {
            section.refuse(name, "cannot be " + version + ", which this JDK has switched off: write TLS12");
        }
        return Math.max(index, VERSIONS.indexOf("TLS12"));
    }

    /// The suites of TLS 1.3 are not chosen here, as in Go: they stay beside those that are.
    private Ciphers ciphers(List<String> protocols) {
        List<String> asked = section.list("cipher_suites");
        Set<String> supported = asked.isEmpty() ? Set.of() : Set.copyOf(JdkTls.supportedSuites());
        List<String> suites = new ArrayList<>();
        for (String suite : asked) {
            if (supported.contains(suite)) {
                suites.add(suite);
            } else {
                section.refuse("cipher_suites", "has " + suite + ", which this JDK does not have: remove it");
            }
        }
        if (!suites.isEmpty() && protocols.contains("TLSv1.3")) {
            suites.addAll(JdkTls.suitesOfTls13());
        }
        boolean isServers = section.flag("prefer_server_cipher_suites").orElse(true);
        return new Ciphers(suites, isServers ? Preference.SERVER : Preference.CLIENT);
    }

    private List<String> curves() {
        List<String> curves = new ArrayList<>();
        for (String asked : section.list("curve_preferences")) {
            String curve = CURVES.get(asked);
            if (curve == null) {
                section.refuse(
                        "curve_preferences",
                        "has " + asked + ", which this JDK does not have: use "
                                + String.join(
                                        ", ", CURVES.keySet().stream().sorted().toList()));
            } else {
                curves.add(curve);
            }
        }
        return curves;
    }
}
