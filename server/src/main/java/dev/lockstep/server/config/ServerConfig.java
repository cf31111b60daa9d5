// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The brain's settings, read once at start, in a group for each part that takes them.
public record ServerConfig(
        Serving serving,
        Optional<History> history,
        Load load,
        Alerting alerting,
        JobClasses jobClasses,
        EffectiveSettings effective) {
    /// How it serves. Without an `agentToken` every agent is admitted, without an `operatorToken` nobody may judge.
    public record Serving(
            InetSocketAddress listen,
            Optional<String> agentToken,
            Optional<String> operatorToken,
            Optional<Identity> identity) {}

    /// PEM files of its certificate and key.
    public record Identity(Path certificate, Path key) {}

    /// Where and how long history is kept.
    public record History(Path directory, Duration keep, long bytesMax) {}

    /// How much it takes.
    public record Load(long recordsPerSecond, long jobRecordsPerSecond) {}

    /// Who tells people. `alertmanagers` are there only for {@link AlertPath#PUSH}.
    public record Alerting(AlertPath path, List<URI> alertmanagers, List<URI> webhooks, Optional<URI> externalUrl) {
        public Alerting {
            alertmanagers = List.copyOf(alertmanagers);
            webhooks = List.copyOf(webhooks);
        }
    }

    /// Which one path leads to Alertmanager.
    public enum AlertPath {
        /// None does.
        NONE,
        /// The brain posts them.
        PUSH,
        /// Rules of Prometheus on `lockstep_incident`.
        RULES
    }

    static final int TOKEN_LENGTH_MIN = 16;
    private static final int TOKEN_BYTES_MAX = 4096;

    /// Reads the settings: `flags` by their keys; `environment` may hold anything, but nothing unknown that begins
    /// with `LOCKSTEP_SERVER_`.
    ///
    /// @throws InvalidConfigException with every problem there is
    public static ServerConfig parse(Map<String, String> flags, Map<String, String> environment) {
        List<String> problems = new ArrayList<>();
        SettingValues values = new SettingValues(flags, environment, problems);
        values.value(ServerSettings.CONFIG);
        ServerConfig config = new ServerConfig(
                serving(values, problems),
                history(values),
                new Load(
                        values.value(ServerSettings.RECORDS_PER_SECOND),
                        values.value(ServerSettings.JOB_RECORDS_PER_SECOND)),
                alerting(values, problems),
                values.jobClasses(),
                values.effective());
        if (!problems.isEmpty()) {
            throw new InvalidConfigException(problems);
        }
        return config;
    }

    private static Serving serving(SettingValues values, List<String> problems) {
        InetSocketAddress listen = values.value(ServerSettings.LISTEN);
        Optional<Path> tokenFile = values.value(ServerSettings.TOKEN_FILE);
        if (tokenFile.isEmpty() && !listen.getAddress().isLoopbackAddress()) {
            problems.add(ServerSettings.LISTEN.key() + " is an address that other machines reach: set "
                    + ServerSettings.TOKEN_FILE.key() + ", so that only agents may tell it anything");
        }
        return new Serving(
                listen,
                token(ServerSettings.TOKEN_FILE, tokenFile, problems),
                token(ServerSettings.OPERATOR_TOKEN_FILE, values.value(ServerSettings.OPERATOR_TOKEN_FILE), problems),
                identity(values, problems));
    }

    private static Optional<String> token(Setting<?> setting, Optional<Path> file, List<String> problems) {
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (Files.size(file.get()) <= TOKEN_BYTES_MAX) {
                String token =
                        Files.readString(file.get(), StandardCharsets.US_ASCII).strip();
                if (token.length() >= TOKEN_LENGTH_MIN) {
                    return Optional.of(token);
                }
            }
            problems.add(setting.key() + ": " + file.get() + " must hold one token of at least " + TOKEN_LENGTH_MIN
                    + " characters: openssl rand -hex 32 makes one");
        } catch (IOException unreadable) {
            problems.add(setting.key() + ": " + file.get() + " cannot be read as a token: " + unreadable.getMessage());
        }
        return Optional.empty();
    }

    private static Optional<Identity> identity(SettingValues values, List<String> problems) {
        Optional<Path> certificate = values.value(ServerSettings.TLS_CERT_FILE);
        Optional<Path> key = values.value(ServerSettings.TLS_KEY_FILE);
        if (certificate.isPresent() != key.isPresent()) {
            problems.add(ServerSettings.TLS_CERT_FILE.key() + " and " + ServerSettings.TLS_KEY_FILE.key()
                    + " belong together: set both or none");
        }
        return certificate.flatMap(file -> key.map(keyFile -> new Identity(file, keyFile)));
    }

    private static Optional<History> history(SettingValues values) {
        Duration keep = values.value(ServerSettings.STORE_KEEP);
        long bytes = values.value(ServerSettings.STORE_BYTES);
        return values.value(ServerSettings.STORE_DIR).map(directory -> new History(directory, keep, bytes));
    }

    private static Alerting alerting(SettingValues values, List<String> problems) {
        AlertPath path = switch (values.value(ServerSettings.ALERTS)) {
            case "push" -> AlertPath.PUSH;
            case "rules" -> AlertPath.RULES;
            default -> AlertPath.NONE;
        };
        List<URI> alertmanagers = values.value(ServerSettings.ALERTMANAGERS);
        if (path == AlertPath.PUSH && alertmanagers.isEmpty()) {
            problems.add("alerts is push: set alertmanager to the URL of every Alertmanager");
        }
        if (path != AlertPath.PUSH && !alertmanagers.isEmpty()) {
            problems.add("alertmanager is set and alerts is not push: an incident would be told twice or not at all;"
                    + " remove one");
        }
        return new Alerting(
                path, alertmanagers, values.value(ServerSettings.WEBHOOKS), values.value(ServerSettings.EXTERNAL_URL));
    }
}
