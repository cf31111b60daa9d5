// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import dev.lockstep.simulator.scenario.Fault.Link;
import dev.lockstep.simulator.scenario.Fault.Place;
import dev.lockstep.simulator.topology.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The value of a `fault` line: a kind and `key=value` words, as in `late-rank rank=5 from=20
/// factor=2`. An end of `to` that is missing means for ever.
final class FaultLine {
    private final Settings settings;

    private FaultLine(Settings settings) {
        this.settings = settings;
    }

    static Optional<Fault> parse(String line, List<String> problems) {
        String[] words = line.split("\\s+", -1);
        String where = "fault " + words[0] + ": ";
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : List.of(words).subList(1, words.length)) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                problems.add(where + "expected key=value, not '" + word + "'");
            } else {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        int before = problems.size();
        Settings settings = new Settings(where, values, problems);
        Optional<Fault> fault = new FaultLine(settings).fault(words[0]);
        settings.refuseTheRest();
        return problems.size() == before ? fault : Optional.empty();
    }

    private Optional<Fault> fault(String kind) {
        return switch (kind) {
            case "late-rank" -> Optional.of(lateRank());
            case "late-host" -> Optional.of(lateHost());
            case "slow-link" -> slowLink();
            case "hang" -> hang();
            case "crash" -> Optional.of(new Fault.Crash(needed("node"), from()));
            default -> {
                settings.problem("no such kind; late-rank, late-host, slow-link, hang or crash");
                yield Optional.empty();
            }
        };
    }

    private Fault lateRank() {
        return new Fault.LateRank(needed("rank"), from(), to(), settings.ratio("factor", 2, 1, 1_000));
    }

    private Fault lateHost() {
        return new Fault.LateHost(needed("rank"), from(), to(), settings.nanos("delay", 50_000_000));
    }

    private Optional<Fault> slowLink() {
        Link link = word("link", Link.values(), Link.NETWORK);
        double factor = settings.ratio("factor", 0.25, 0.001, 1);
        return place().map(place -> new Fault.SlowLink(place, link, from(), to(), factor));
    }

    private Optional<Place> place() {
        int rank = settings.count("rank", -1, 0, Shape.RANKS_MAX);
        int node = settings.count("node", -1, 0, Shape.RANKS_MAX);
        if (rank < 0 == node < 0) {
            settings.problem("needs either rank or node");
            return Optional.empty();
        }
        return Optional.of(rank >= 0 ? new Place.OfRank(rank) : new Place.OfNode(node));
    }

    private Optional<Fault> hang() {
        Optional<String> group = settings.text("group");
        Optional<Role> role = group.flatMap(text -> Stream.of(Role.values())
                .filter(known -> known.prefix().equals(text))
                .findFirst());
        int index = settings.count("operation", 0, 0, 1_000_000);
        int rank = needed("rank");
        int step = from();
        if (role.isEmpty()) {
            settings.problem("group must be WORLD, TP, PP, DP or EP");
        }
        return role.map(known -> new Fault.Hang(rank, known, index, step));
    }

    private <E extends Enum<E>> E word(String key, E[] words, E fallback) {
        String text = settings.text(key, "");
        if (text.isEmpty()) {
            return fallback;
        }
        return Stream.of(words)
                .filter(word -> word.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseGet(() -> {
                    settings.problem(key + ": '" + text + "' is not known");
                    return fallback;
                });
    }

    private int needed(String key) {
        int value = settings.count(key, -1, 0, Shape.RANKS_MAX);
        if (value < 0) {
            settings.problem(key + ": missing");
        }
        return value;
    }

    private int from() {
        return settings.count("from", 0, 0, Fault.EVER);
    }

    private int to() {
        return settings.count("to", Fault.EVER, 1, Fault.EVER);
    }
}
