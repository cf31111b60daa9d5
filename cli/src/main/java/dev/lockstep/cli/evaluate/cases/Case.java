// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import java.util.List;

/// One job that is run through the analysis.
///
/// @param kind what is wrong, or only looks wrong
/// @param isFault whether something is
/// @param strength how strong it is, in per cent of what is usual; 0 for what is or is not
/// @param sampling the k that operations are kept by
/// @param lives of the job, one after the other
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
        Delivery delivery,
        List<Expectation> expected,
        int seconds) {
    public Case {
        lives = List.copyOf(lives);
        expected = List.copyOf(expected);
    }

    /// By which it is asked for: `late-rank/20/16x8-t8-p2-e4/17`.
    public String name() {
        return kind + "/" + strength + "/" + shape.name() + "/" + seed;
    }
}
