// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a clue means, in a sentence; the line itself is in the evidence.
final class Saying {
    private static final String NAMES = "IBV_WC_";

    private Saying() {}

    static String of(Clue clue) {
        return switch (clue.signal()) {
            case NET_COMPLETION_ERROR -> completion(clue);
            case NET_PORT_EVENT -> at(clue, "the adapter or its port reports " + events(clue));
            case NET_SLOW -> at(clue, speed(clue));
            case RESOURCE_OOM -> at(clue, "memory ran out" + where(clue));
            case RESOURCE_SHM -> at(clue, "shared memory (/dev/shm) is full or cannot be had");
            case INIT_FAILURE -> at(clue, failure(clue));
            case INIT_SLOW -> slowInit(clue);
            case HANG_WATCHDOG_STUCK -> at(clue, "the watchdog stands still" + seconds(clue));
            case GPU_XID, GPU_FALLEN_OFF_BUS, MISMATCH_COLLECTIVE, MISMATCH_SIZE -> at(clue, message(clue));
            default -> clue.excerpt().strip();
        };
    }

    private static String completion(Clue clue) {
        String status = clue.fact("status");
        if (status.isEmpty() || clue.fact("peer_host").isEmpty()) {
            return at(clue, message(clue));
        }
        String name = clue.fact("status_name");
        String named = name.startsWith(NAMES) ? " (" + name.substring(NAMES.length()) + ")" : "";
        String cause = clue.fact("probable_cause");
        return at(
                clue,
                "a transfer with " + clue.fact("peer_host") + " failed with status " + status + named
                        + (cause.isEmpty() ? "" : ": " + cause));
    }

    private static String events(Clue clue) {
        String events = clue.facts().keySet().stream()
                .filter(fact -> fact.startsWith("events."))
                .map(fact -> fact.substring("events.".length()))
                .sorted()
                .collect(Collectors.joining(", "));
        return events.isEmpty() ? "a fault: " + clue.excerpt().strip() : events;
    }

    private static String speed(Clue clue) {
        String from = clue.fact("from_mbps");
        return from.isEmpty()
                ? clue.excerpt().strip()
                : "the port fell from " + from + " to " + clue.fact("to_mbps") + " Mbit/s";
    }

    private static String where(Clue clue) {
        String where = clue.fact("where");
        String process = clue.fact("process");
        return (where.isEmpty() ? "" : ": " + where)
                + (process.isEmpty() ? "" : ", process " + process + " was killed");
    }

    private static String failure(Clue clue) {
        String kind = clue.fact("class");
        return (kind.isEmpty() ? "" : kind + ": ") + message(clue);
    }

    private static String slowInit(Clue clue) {
        String phase = clue.fact("phase");
        return "a communicator of " + clue.fact("nranks") + " ranks took " + clue.fact("total_s_max") + " s to make"
                + (phase.isEmpty() ? "" : ", most of it in " + phase);
    }

    private static String seconds(Clue clue) {
        String seconds = clue.fact("stuck_seconds");
        return seconds.isEmpty() ? "" : " for " + seconds + " s";
    }

    /// The words of the library without what launchers put before them.
    private static String message(Clue clue) {
        return Stream.of(
                        clue.fact("message"),
                        clue.fact("detail"),
                        clue.excerpt().strip())
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String at(Clue clue, String what) {
        String place = place(clue.subject());
        return place.isEmpty() ? what : place + ": " + what;
    }

    private static String place(Subject subject) {
        return Stream.of(
                        subject.rank().isPresent() ? "rank " + subject.rank().getAsInt() : "",
                        subject.host().orElse(""),
                        subject.device().orElse(""),
                        subject.gpu().isPresent() ? "GPU " + subject.gpu().getAsInt() : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
