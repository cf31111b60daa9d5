// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Events of RAS' monitor mode, process by process: a warning, and then perhaps the death it warned of. Both are one
/// incident, and so are the text and the JSON copy of one event, and the processes of a host that go together.
final class EventJudge {
    private static final Set<String> DEAD = Set.of("PEER_DEAD", "PEER_TIMEOUT_DEAD");
    private static final Set<String> UNRESPONSIVE =
            Set.of("PEER_UNRESPONSIVE", "PEER_SEND_STUCK", "PEER_INIT_TIMEOUT", "PEER_RETRY");

    /// Processes of one host whose events begin further apart are two things.
    private static final long TOGETHER_MILLIS = 120_000;

    private EventJudge() {}

    static List<Conclusion> judge(List<RasEvent> events) {
        Map<String, List<RasEvent>> byPeer = new LinkedHashMap<>();
        Map<String, String> groups = new HashMap<>();
        Map<String, RasEvent> firstOfHost = new HashMap<>();
        List<RasEvent> others = new ArrayList<>();
        for (RasEvent event : events) {
            if (DEAD.contains(event.name()) || UNRESPONSIVE.contains(event.name())) {
                String group = groups.computeIfAbsent(event.peer().key(), key -> group(event, firstOfHost));
                byPeer.computeIfAbsent(group, key -> new ArrayList<>()).add(event);
            } else {
                others.add(event);
            }
        }
        List<Conclusion> conclusions = new ArrayList<>();
        byPeer.values().forEach(ofPeer -> conclusions.addAll(peer(ofPeer)));
        if (!others.isEmpty()) {
            conclusions.add(rest(others));
        }
        return conclusions;
    }

    /// The peer of the same host that went at about the same time, or this one.
    private static String group(RasEvent event, Map<String, RasEvent> firstOfHost) {
        String host = event.peer().host().orElse("");
        RasEvent first = host.isEmpty() ? null : firstOfHost.get(host);
        if (first != null && isTogether(first, event)) {
            return first.peer().key();
        }
        firstOfHost.put(host, event);
        return event.peer().key();
    }

    private static boolean isTogether(RasEvent first, RasEvent event) {
        Optional<Moment> one = first.moment();
        Optional<Moment> other = event.moment();
        return one.isPresent()
                && other.isPresent()
                && one.get().isComparableTo(other.get())
                && Math.abs(one.get().millis() - other.get().millis()) <= TOGETHER_MILLIS;
    }

    private static List<Conclusion> peer(List<RasEvent> events) {
        List<Conclusion> conclusions = new ArrayList<>();
        List<RasEvent> deaths =
                events.stream().filter(event -> DEAD.contains(event.name())).toList();
        List<RasEvent> warnings =
                events.stream().filter(event -> !DEAD.contains(event.name())).toList();
        boolean isRetryOnly = warnings.stream().allMatch(event -> event.name().equals("PEER_RETRY"));
        if (!warnings.isEmpty() && !(isRetryOnly && deaths.isEmpty())) {
            conclusions.add(conclusion(
                    warnings,
                    Signal.RAS_RANK_MISSING,
                    Severity.P1,
                    " does not answer RAS; if that stays, RAS gives it up about 60 s later."));
        } else if (!warnings.isEmpty() && deaths.isEmpty()) {
            conclusions.add(conclusion(
                    warnings, Signal.RAS_TRANSIENT, Severity.INFO, ": RAS connects again, which may well succeed."));
        }
        if (!deaths.isEmpty()) {
            conclusions.add(conclusion(
                    deaths, Signal.RAS_RANK_DEAD, Severity.P0, " is dead or unreachable: RAS has given it up."));
        }
        return conclusions;
    }

    private static Conclusion conclusion(List<RasEvent> events, Signal signal, Severity severity, String what) {
        RasProcess peer = events.getFirst().peer();
        List<RasProcess> peers = events.stream().map(RasEvent::peer).distinct().toList();
        String others = peers.size() == 1 ? "" : " (and " + (peers.size() - 1) + " more of its node)";
        Conclusion conclusion = Conclusion.of(
                        signal, severity, "ras|" + peer.key(), capital(peer.named()) + others + what)
                .blaming(peers.stream().map(each -> each.subject("")).toList())
                .sure(0.9)
                .restingOn(events.stream().map(EventJudge::exhibit).toList())
                .with(
                        "event",
                        String.join(
                                " + ",
                                events.stream().map(RasEvent::name).distinct().toList()))
                .with("time", events.getFirst().moment().map(Moment::text).orElse(""))
                .next("See whether the process lives: ssh " + peer.host().orElse("HOST") + " ps -p "
                        + (peer.pid().isPresent() ? peer.pid().getAsLong() : "PID"));
        return with(conclusion, peer);
    }

    /// Host, pid and GPU in the vocabulary's names.
    static Conclusion with(Conclusion conclusion, RasProcess process) {
        Conclusion with = process.host().isPresent()
                ? conclusion.with("host", process.host().get())
                : conclusion;
        with = process.pid().isPresent() ? with.with("pid", process.pid().getAsLong()) : with;
        with = process.gpu().isPresent() ? with.with("gpu", process.gpu().getAsInt()) : with;
        return process.rank().isPresent() ? with.with("rank", process.rank().getAsInt()) : with;
    }

    private static Exhibit exhibit(RasEvent event) {
        return new Exhibit(event.source(), event.moment(), event.words());
    }

    /// Arrivals, ordinary disconnects and names that are not known yet.
    private static Conclusion rest(List<RasEvent> events) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        events.forEach(event -> counts.merge(event.name(), 1, Integer::sum));
        return Conclusion.of(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        "ras|events",
                        "Events of RAS that are no fault by themselves: " + counts + ".")
                .sure(0.9)
                .restingOn(events.stream().map(EventJudge::exhibit).toList())
                .with("events", counts)
                .with(
                        "addresses",
                        events.stream()
                                .flatMap(event -> event.peer().address().stream())
                                .distinct()
                                .limit(32)
                                .toList());
    }

    static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
