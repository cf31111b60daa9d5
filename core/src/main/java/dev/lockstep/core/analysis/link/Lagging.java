// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import java.util.List;
import java.util.OptionalInt;

/// The channels of a communicator that end last, by number, among all that it uses.
record Lagging(List<Integer> channels, List<Integer> all) {
    static final Lagging NONE = new Lagging(List.of(), List.of());

    /// Whether some end last and the others do not.
    boolean isSeen() {
        return !channels.isEmpty();
    }

    /// The one channel that lags, if it is one.
    OptionalInt one() {
        return channels.size() == 1 ? OptionalInt.of(channels.getFirst()) : OptionalInt.empty();
    }

    /// The rail whose channels they are, if NCCL spreads its channels over so many in turn.
    OptionalInt rail(int rails) {
        if (rails < 2 || channels.size() < 2) {
            return OptionalInt.empty();
        }
        int rail = channels.getFirst() % rails;
        List<Integer> ofRail =
                all.stream().filter(channel -> channel % rails == rail).toList();
        return ofRail.equals(channels) ? OptionalInt.of(rail) : OptionalInt.empty();
    }
}
