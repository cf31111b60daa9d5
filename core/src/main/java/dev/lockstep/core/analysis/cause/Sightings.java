// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause;

import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.List;

/// Everything that was seen in all files, in the order of reading.
public record Sightings(List<Sighting> all) {
    public Sightings {
        all = List.copyOf(all);
    }

    /// Those of one type.
    public <T extends Sighting> List<T> of(Class<T> type) {
        return all.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// Clues of one weight.
    public List<Clue> clues(Weight weight) {
        return of(Clue.class).stream().filter(clue -> clue.weight() == weight).toList();
    }

    /// Clues with one signal.
    public List<Clue> clues(Signal signal) {
        return of(Clue.class).stream().filter(clue -> clue.signal() == signal).toList();
    }
}
