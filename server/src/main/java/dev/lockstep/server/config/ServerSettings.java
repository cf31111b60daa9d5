// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The table of the brain's settings. A flag wins over the environment, the environment over the file, the file over
/// the default.
///
/// The default port stands one above the agent's.
public final class ServerSettings {
    static final Setting<Optional<Path>> CONFIG = new Setting<>(
            "config", Forms.path("FILE", "file"), Setting.NONE, "YAML file with any of the settings below");
    static final Setting<InetSocketAddress> LISTEN = new Setting<>(
            "listen",
            Forms.address(),
            "127.0.0.1:28030",
            "address to serve on; one that other machines reach needs token-file");
    static final Setting<Optional<Path>> TOKEN_FILE = new Setting<>(
            "token-file", Forms.path("FILE", "file"), Setting.NONE, "file with the bearer token that agents must send");
    static final Setting<Optional<Path>> OPERATOR_TOKEN_FILE = new Setting<>(
            "operator-token-file",
            Forms.path("FILE", "file"),
            Setting.NONE,
            "file with the bearer token for people who judge incidents; without it nobody may");
    static final Setting<Optional<Path>> TLS_CERT_FILE = new Setting<>(
            "tls-cert-file",
            Forms.path("FILE", "file"),
            Setting.NONE,
            "PEM file with the server's certificate and those above it");
    static final Setting<Optional<Path>> TLS_KEY_FILE =
            new Setting<>("tls-key-file", Forms.path("FILE", "file"), Setting.NONE, "PEM file with its key, in PKCS#8");
    static final Setting<Optional<Path>> STORE_DIR = new Setting<>(
            "store-dir",
            Forms.path("DIR", "directory or none"),
            Setting.NONE,
            "where incidents and history are kept, on a local disk; with none a restart forgets all");
    static final Setting<Duration> STORE_KEEP = new Setting<>(
            "store-keep", Forms.time(Duration.ofHours(1), Duration.ofDays(3_650)), "90d", "how long history is kept");
    static final Setting<Long> STORE_BYTES =
            new Setting<>("store-bytes", Forms.bytes(16), "20GiB", "room that history may take; the oldest goes first");
    static final Setting<Long> RECORDS_PER_SECOND = new Setting<>(
            "records-per-second",
            Forms.count(1_000, 100_000_000),
            "2000000",
            "records of single operations that it wants a second; what is more is sampled by the agents");
    static final Setting<Long> JOB_RECORDS_PER_SECOND = new Setting<>(
            "job-records-per-second",
            Forms.count(1_000, 100_000_000),
            "1000000",
            "records of one job that it takes a second; what is more is refused and counted");
    static final Setting<String> ALERTS = new Setting<>(
            "alerts",
            Forms.oneOf(List.of("none", "push", "rules")),
            "rules",
            "who tells Alertmanager: push is the brain itself, rules are Prometheus' on lockstep_incident");
    static final Setting<List<URI>> ALERTMANAGERS =
            new Setting<>("alertmanager", Forms.urls(), Setting.NONE, "every Alertmanager of the cluster, for push");
    static final Setting<List<URI>> WEBHOOKS =
            new Setting<>("webhook", Forms.urls(), Setting.NONE, "who gets each change of an incident as JSON");
    static final Setting<Optional<URI>> EXTERNAL_URL = new Setting<>(
            "external-url",
            Forms.optionalUrl(),
            Setting.NONE,
            "address under which people reach this brain; links in alerts begin with it");

    private ServerSettings() {}

    /// All of them, in the order of the page.
    public static List<Setting<?>> all() {
        List<Setting<?>> ofTheServer = List.of(
                CONFIG,
                LISTEN,
                TOKEN_FILE,
                OPERATOR_TOKEN_FILE,
                TLS_CERT_FILE,
                TLS_KEY_FILE,
                STORE_DIR,
                STORE_KEEP,
                STORE_BYTES,
                RECORDS_PER_SECOND,
                JOB_RECORDS_PER_SECOND,
                ALERTS,
                ALERTMANAGERS,
                WEBHOOKS,
                EXTERNAL_URL);
        return Stream.concat(ofTheServer.stream(), ThresholdSettings.all().stream())
                .toList();
    }
}
