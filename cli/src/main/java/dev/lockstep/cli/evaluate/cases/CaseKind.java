// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// One way in which jobs go wrong, or only seem to.
///
/// @param strengths that it comes in, in per cent; a single 0 if it is or is not
/// @param fits the shapes in which it can be
/// @param recipe puts it into a job
public record CaseKind(
        String name,
        boolean isFault,
        List<Integer> strengths,
        Predicate<ClusterShape> fits,
        Consumer<CaseBuilder> recipe) {
    public CaseKind {
        strengths = List.copyOf(strengths);
    }

    /// The case of that kind.
    public Case in(ClusterShape shape, int strength, long seed) {
        CaseBuilder builder = new CaseBuilder(this, shape, strength, seed);
        recipe.accept(builder);
        return builder.build();
    }
}
