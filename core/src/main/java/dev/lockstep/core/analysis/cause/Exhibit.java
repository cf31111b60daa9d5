// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause;

import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.GroupProgress;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.util.Optional;

/// One line of evidence, to be looked up by hand.
public record Exhibit(Source source, Optional<Moment> moment, String excerpt) {
    /// The evidence that a clue is.
    public static Exhibit of(Clue clue) {
        return new Exhibit(clue.source(), clue.moment(), clue.excerpt());
    }

    /// The evidence that a state of a group is.
    public static Exhibit of(GroupProgress progress) {
        return new Exhibit(progress.source(), progress.moment(), progress.excerpt());
    }

    /// The evidence that an operation is.
    public static Exhibit of(OperationSeen operation) {
        return new Exhibit(operation.source(), operation.moment(), operation.excerpt());
    }

    /// The evidence that anything else is, in these words.
    public static Exhibit of(Sighting sighting, String words) {
        return new Exhibit(sighting.source(), Optional.empty(), words);
    }
}
