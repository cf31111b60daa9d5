// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.adverse;

import dev.lockstep.simulator.adverse.Trouble;
import dev.lockstep.simulator.adverse.Trouble.Slow;
import dev.lockstep.simulator.adverse.Trouble.What;
import dev.lockstep.simulator.adverse.Unrest;
import java.util.List;
import java.util.function.Consumer;

/// Everything that must wake nobody in jobs of the second generator.
final class AdverseDecoys {
    private AdverseDecoys() {}

    static List<AdverseKind> all() {
        return List.of(
                decoy("plain", made -> {}),
                decoy("unrest", made -> made.unrest(quiet -> unrest(quiet, made))),
                decoy("long-sequences", made -> made.unrest(quiet -> quiet.withLengths(0.3, 0.15))),
                decoy("collections", made -> made.unrest(quiet -> quiet.withPauses(0.4, 12 + made.draw(20)))),
                decoy("power-cap", made -> made.unrest(quiet -> quiet.withCap(0.4))),
                decoy(
                        "phases",
                        made -> made.unrest(
                                quiet -> quiet.withPhases(1 + made.draw(4), 8 + made.draw(8), made.later() + 5))),
                decoy(
                        "saves",
                        made -> made.unrest(
                                        quiet -> quiet.withSaves(made.later(), 5 + made.draw(40), made.draw(2) == 0))
                                .longer(120)),
                decoy(
                        "late-agent",
                        made -> made.where(2, style -> true).unrest(quiet -> quiet.withLateAgent(15 + made.draw(20)))),
                decoy("uneven-gpus", made -> made.unrest(quiet -> quiet.withNoise(0.06, 0.015))),
                decoy("hiccups", AdverseDecoys::hiccups),
                decoy("requeue", made -> {
                    double start = Math.ceil(60 + 4 * made.plan().stepSeconds());
                    made.again(start, Trouble.NONE).longer(start);
                }));
    }

    private static AdverseKind decoy(String name, Consumer<AdverseBuilder> recipe) {
        return new AdverseKind("adverse-" + name, false, 0, recipe);
    }

    /// Of everything a little.
    static Unrest unrest(Unrest quiet, AdverseBuilder made) {
        return quiet.withLengths(0.15, 0.05)
                .withPauses(0.2, 25 + made.draw(20))
                .withCap(0.15)
                .withPhases(2, 0, 0)
                .withSaves(made.later() + 9, 6, made.draw(2) == 0);
    }

    private static void hiccups(AdverseBuilder made) {
        int rank = made.rank();
        int from = made.later();
        made.slow(new Slow(What.GPU, rank, 1, from, from + 1, 1, 3))
                .slow(new Slow(What.HOST, rank, 1, from + 8, from + 9, 1, 2));
    }
}
