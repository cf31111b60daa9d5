// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import dev.lockstep.simulator.adverse.Plan;
import java.util.List;

/// One job that is run through the analysis.
///
/// @param kind what is wrong, or only looks wrong
/// @param isFault whether something is
/// @param strength how strong it is, in per cent of what is usual; 0 for what is or is not
/// @param sampling the k that operations are kept by
/// @param lives of the job, one after the other
/// @param adverse lives that the second generator makes instead; empty if the first does
/// @param expected what has to be named; empty for decoys
/// @param seconds how long it is looked at
public record Case(
        String kind,
        boolean isFault,
        int strength,
        ClusterShape shape,
        long seed,
        int sampling,
        List<Life> lives,
        List<Plan> adverse,
        Delivery delivery,
        List<Expectation> expected,
        int seconds) {
    public Case {
        lives = List.copyOf(lives);
        adverse = List.copyOf(adverse);
        expected = List.copyOf(expected);
    }

    /// By which it is asked for: `late-rank/20/16x8-t8-p2-e4/17`.
    public String name() {
        return kind + "/" + strength + "/" + place() + "/" + seed;
    }

    /// Cluster and kind of job in words.
    public String place() {
        return adverse.isEmpty() ? shape.name() : adverse.getFirst().label();
    }
}
