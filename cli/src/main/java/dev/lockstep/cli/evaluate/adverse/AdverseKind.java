// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.adverse;

import dev.lockstep.cli.evaluate.cases.Case;
import java.util.function.Consumer;

/// One way in which such a job goes wrong, or only seems to.
///
/// @param strength of what is slow, in per cent of what a rank computes; 0 for what is or is not
/// @param recipe puts it into a job
public record AdverseKind(String name, boolean isFault, int strength, Consumer<AdverseBuilder> recipe) {
    /// The case of that seed.
    public Case with(long seed) {
        AdverseBuilder builder = new AdverseBuilder(this, seed);
        recipe.accept(builder);
        return builder.build();
    }
}
