// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import java.util.List;
import java.util.Optional;

/// The value of a `decoy` line: a kind and `key=value` words, as in `checkpoint every=20 for=30s`.
final class DecoyLine {
    private static final double FACTOR_MAX = 1_000;

    private final Settings settings;

    private DecoyLine(Settings settings) {
        this.settings = settings;
    }

    static Optional<Decoy> parse(String line, List<String> problems) {
        int before = problems.size();
        Settings settings = Settings.ofWords("decoy", line, problems);
        Optional<Decoy> decoy = new DecoyLine(settings).decoy(line.split("\\s+", 2)[0]);
        settings.refuseTheRest();
        return problems.size() == before ? decoy : Optional.empty();
    }

    private Optional<Decoy> decoy(String kind) {
        return switch (kind) {
            case "moving-imbalance" -> Optional.of(new Decoy.MovingImbalance(share(), factor(2)));
            case "heavy-stage" -> Optional.of(new Decoy.HeavyStage(count("stage", 0), factor(1.3)));
            case "heavy-expert" -> Optional.of(new Decoy.HeavyExpert(count("expert", 0), factor(1.5)));
            case "checkpoint" ->
                Optional.of(new Decoy.Checkpoint(
                        count("from", 10),
                        every(),
                        settings.nanos("for", 30_000_000_000L),
                        settings.count("rank", Decoy.Checkpoint.ALL, 0, Shape.RANKS_MAX)));
            case "evaluation" ->
                Optional.of(
                        new Decoy.Evaluation(count("from", 10), every(), settings.count("microbatches", 8, 1, 1_000)));
            case "warm-up" -> Optional.of(new Decoy.WarmUp(count("steps", 3), factor(10)));
            case "host-pauses" -> Optional.of(new Decoy.HostPauses(share(), settings.nanos("delay", 200_000_000)));
            case "congestion" ->
                Optional.of(new Decoy.Congestion(
                        count("from", 10), count("to", Fault.EVER), settings.ratio("factor", 0.5, 0.001, 1)));
            default -> {
                settings.problem("no such kind; moving-imbalance, heavy-stage, heavy-expert, checkpoint, evaluation,"
                        + " warm-up, host-pauses or congestion");
                yield Optional.empty();
            }
        };
    }

    private int every() {
        return settings.count("every", 20, 1, Fault.EVER);
    }

    private int count(String key, int fallback) {
        return settings.count(key, fallback, 0, Fault.EVER);
    }

    private double share() {
        return settings.ratio("share", 0.1, 0, 1);
    }

    private double factor(double fallback) {
        return settings.ratio("factor", fallback, 1, FACTOR_MAX);
    }
}
