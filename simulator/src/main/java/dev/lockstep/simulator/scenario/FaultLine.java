// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import dev.lockstep.simulator.scenario.Fault.Holder;
import dev.lockstep.simulator.scenario.Fault.Link;
import dev.lockstep.simulator.scenario.Fault.Place;
import dev.lockstep.simulator.topology.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The value of a `fault` line: a kind and `key=value` words, as in `late-rank rank=5 from=20
/// factor=2`. An end of `to` that is missing means for ever.
final class FaultLine {
    private static final double FACTOR_MAX = 1_000;
    private static final double FACTOR_MIN = 0.001;

    private final Settings settings;

    private FaultLine(Settings settings) {
        this.settings = settings;
    }

    static Optional<Fault> parse(String line, List<String> problems) {
        int before = problems.size();
        Settings settings = Settings.ofWords("fault", line, problems);
        Optional<Fault> fault = new FaultLine(settings).fault(line.split("\\s+", 2)[0]);
        settings.refuseTheRest();
        return problems.size() == before ? fault : Optional.empty();
    }

    private Optional<Fault> fault(String kind) {
        Optional<Fault.Form> form = Stream.of(Fault.Form.values())
                .filter(known -> known.kind().equals(kind))
                .findFirst();
        if (form.isPresent()) {
            return stop(form.get());
        }
        return switch (kind) {
            case "late-rank" -> Optional.of(new Fault.LateRank(needed("rank"), from(), to(), longer()));
            case "late-host" ->
                Optional.of(new Fault.LateHost(needed("rank"), from(), to(), settings.nanos("delay", 50_000_000)));
            case "late-node" -> Optional.of(new Fault.LateNode(needed("node"), from(), to(), longer()));
            case "slow-trend" -> Optional.of(new Fault.SlowTrend(needed("rank"), from(), needed("to"), longer()));
            case "slow-link" -> slowLink();
            case "slow-channel" ->
                Optional.of(new Fault.SlowChannel(needed("rank"), needed("channel"), from(), to(), share()));
            case "crash" -> Optional.of(new Fault.Crash(needed("node"), from()));
            case "kill" -> Optional.of(new Fault.Kill(needed("rank"), from()));
            case "stuck-setup" -> {
                int rank = needed("rank");
                yield role().map(role -> new Fault.StuckSetup(rank, role));
            }
            default -> {
                settings.problem(
                        "no such kind; late-rank, late-host, late-node, slow-trend, slow-link, slow-channel, hang,"
                                + " mismatched-function, mismatched-size, gpu-stall, stuck-transfer, crash, kill or"
                                + " stuck-setup");
                yield Optional.empty();
            }
        };
    }

    private Optional<Fault> slowLink() {
        Link link = word("link", Link.values(), Link.NETWORK);
        Holder holder = word("held", Holder.values(), Holder.WIRE);
        double factor = share();
        Optional<Place> place = place();
        boolean isOfRankBetweenNodes = link == Link.NETWORK && place.orElse(null) instanceof Place.OfRank;
        if (holder != Holder.WIRE && !isOfRankBetweenNodes) {
            settings.problem("held by sender or receiver needs a rank and link=network");
        }
        return place.map(where -> new Fault.SlowLink(where, link, holder, from(), to(), factor));
    }

    private Optional<Place> place() {
        int rank = settings.count("rank", -1, 0, Shape.RANKS_MAX);
        int node = settings.count("node", -1, 0, Shape.RANKS_MAX);
        int rail = settings.count("rail", -1, 0, Shape.RANKS_MAX);
        List<Place> places = new ArrayList<>();
        if (rank >= 0) {
            places.add(new Place.OfRank(rank));
        }
        if (node >= 0) {
            places.add(new Place.OfNode(node));
        }
        if (rail >= 0) {
            places.add(new Place.OfRail(rail));
        }
        if (places.size() != 1) {
            settings.problem("needs either rank, node or rail");
            return Optional.empty();
        }
        return Optional.of(places.getFirst());
    }

    private Optional<Fault> stop(Fault.Form form) {
        int index = settings.count("operation", 0, 0, 1_000_000);
        int rank = needed("rank");
        int step = from();
        return role().map(role -> new Fault.Stop(form, rank, role, index, step));
    }

    private Optional<Role> role() {
        Optional<String> group = settings.text("group");
        Optional<Role> role = group.flatMap(text -> Stream.of(Role.values())
                .filter(known -> known.prefix().equals(text))
                .findFirst());
        if (role.isEmpty()) {
            settings.problem("group must be WORLD, TP, PP, DP or EP");
        }
        return role;
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

    private double longer() {
        return settings.ratio("factor", 2, 1, FACTOR_MAX);
    }

    private double share() {
        return settings.ratio("factor", 0.25, FACTOR_MIN, 1);
    }

    private int from() {
        return settings.count("from", 0, 0, Fault.EVER);
    }

    private int to() {
        return settings.count("to", Fault.EVER, 1, Fault.EVER);
    }
}
