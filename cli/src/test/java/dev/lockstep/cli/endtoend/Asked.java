// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import dev.lockstep.cli.peer.Tree;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/// A brain as people and tools ask it.
record Asked(URI brain) {
    /// Generous, since machines that run tests are busy; nobody waits for it where all is well.
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /// Its incidents in that state.
    List<Seen> incidents(String state) {
        Object answer = Tree.parse(Web.get(brain.resolve("/api/v1/incidents?state=" + state)));
        return Tree.list(answer, "incidents").stream().map(Seen::new).toList();
    }

    /// Waits until an incident of that kind about exactly these ranks is in that state.
    Seen awaitIncident(String state, String kind, Integer... ranks) {
        return Awaitility.await(state + " " + kind + " of " + List.of(ranks))
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(
                        () -> incidents(state).stream()
                                .filter(seen ->
                                        seen.kind().equals(kind) && seen.ranks().equals(List.of(ranks)))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    Metrics metrics() {
        return Metrics.of(brain);
    }

    /// One incident as it was shown.
    record Seen(Object json) {
        String id() {
            return Tree.text(json, "id");
        }

        String kind() {
            return Tree.text(json, "kind");
        }

        /// When it began.
        String start() {
            return Tree.text(json, "start");
        }

        /// Whom it names, in order.
        List<Integer> ranks() {
            return Tree.list(json, "culprits").stream()
                    .filter(culprit -> culprit instanceof Map<?, ?> fields && fields.containsKey("rank"))
                    .map(culprit -> Integer.valueOf(Tree.text(culprit, "rank")))
                    .sorted()
                    .toList();
        }

        /// Where the first of them is.
        String node() {
            return Tree.text(json, "culprits", 0, "node");
        }
    }
}
