// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/// Does the agent feed a brain, does that take what it is sent, and is it there. Whether token and certificates
/// are right only the agent can tell, by what it counts; the brain itself is asked for its health.
final class BrainCheck {
    private static final String CHECK = "brain";
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    /// An agent sends each second; it waits up to a minute when a brain was away.
    private static final double STALE_SECONDS = 90;

    private static final Pattern URLS = Pattern.compile("(?m)^brain: \"?([^\"#\\s]+)\"?");

    private BrainCheck() {}

    /// Nothing where the agent does not answer, which its own check tells.
    static List<Finding> findings(URI agent) {
        try {
            HttpGet.Answer metrics = HttpGet.of(agent.resolve("/metrics"));
            if (metrics.status() == UNAUTHORIZED) {
                return List.of(Finding.note(
                        CHECK, "the agent wants a password before it tells which brain it feeds", "ask its /metrics"));
            }
            return metrics.status() == OK ? findings(agent, metrics.body()) : List.of();
        } catch (IOException down) {
            return List.of();
        }
    }

    private static List<Finding> findings(URI agent, String metrics) throws IOException {
        List<FedBrain> brains = FedBrain.in(metrics);
        if (brains.isEmpty()) {
            return List.of(Finding.note(
                    CHECK, "the agent feeds no brain, so nobody compares ranks", "lockstep agent --brain URL"));
        }
        List<Finding> findings = new ArrayList<>();
        brains.forEach(brain -> findings.add(fed(brain)));
        urls(HttpGet.of(agent.resolve("/config")).body()).forEach(url -> findings.add(asked(url)));
        return findings;
    }

    private static Stream<URI> urls(String config) {
        return URLS.matcher(config)
                .results()
                .flatMap(line -> Stream.of(line.group(1).split(",", -1)))
                .map(String::strip)
                .filter(url -> !url.equals("none"))
                .map(URI::create);
    }

    private static Finding fed(FedBrain brain) {
        boolean isFed = brain.staleSeconds().orElse(Double.MAX_VALUE) <= STALE_SECONDS;
        if (isFed && brain.dropped() > 0) {
            return Finding.warn(
                    CHECK,
                    brain.name() + " takes batches, but " + brain.dropped() + " were dropped: " + reasons(brain),
                    "see why it was away for so long, its incidents may have gaps");
        }
        if (isFed) {
            return Finding.ok(
                    CHECK,
                    "%s takes batches, the last one %.0f s ago"
                            .formatted(brain.name(), brain.staleSeconds().orElse(0)));
        }
        String since = brain.staleSeconds().isPresent()
                ? "for %.0f s".formatted(brain.staleSeconds().getAsDouble())
                : "since the agent started";
        return Finding.fail(
                CHECK, brain.name() + " has taken no batch " + since + ": " + reasons(brain), remedy(brain));
    }

    private static String reasons(FedBrain brain) {
        return brain.refused().isEmpty()
                ? "no attempt failed yet"
                : brain.refused().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue() + " times")
                        .collect(Collectors.joining(", "));
    }

    /// Against the most frequent reason.
    private static String remedy(FedBrain brain) {
        String reason = brain.refused().entrySet().stream()
                .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(Map.Entry::getKey)
                .orElse("");
        return switch (reason) {
            case "status_401", "status_403", "token_unusable" ->
                "give the agent the brain's token: --brain-token-file here, --token-file there";
            case "tls" ->
                "give the agent the authority of the brain's certificate, --brain-ca-file, and its right name";
            case "unknown_host", "unreachable", "timeout", "broken" ->
                "start lockstep server, make it listen where this node can reach it, or correct --brain";
            case "status_400", "status_413", "status_415" -> "use agent and brain of one release";
            case "status_429", "status_503" -> "the brain is busy: see its /metrics and docs/operations/brain.md";
            case "" -> "look again in a few seconds";
            default -> "name the brain itself: --brain URL";
        };
    }

    private static Finding asked(URI brain) {
        try {
            HttpGet.Answer health = HttpGet.of(brain.resolve("/healthz"));
            String line = health.body().lines().findFirst().orElse("");
            return health.status() == OK
                    ? Finding.ok(CHECK, brain + " is well")
                    : Finding.fail(CHECK, brain + " is not well: " + line, "read its log");
        } catch (SSLException untrusted) {
            return Finding.note(
                    CHECK,
                    brain + " speaks TLS with a certificate that this JDK does not trust: " + untrusted.getMessage(),
                    "the agent may trust it; ask it with curl --cacert if in doubt");
        } catch (IOException down) {
            return Finding.fail(
                    CHECK,
                    brain + " does not answer: " + down.getMessage(),
                    "start lockstep server, or correct --brain");
        }
    }
}
