// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// How a link stands. What the device does not say is absent.
///
/// @param bytesPerSecond what it can carry in one direction as it stands
/// @param bytesPerSecondMax what both its ends could
/// @param lanes in use
/// @param lanesMax that both its ends have
public record LinkRate(
        Optional<Boolean> isUp,
        OptionalDouble bytesPerSecond,
        OptionalDouble bytesPerSecondMax,
        OptionalInt lanes,
        OptionalInt lanesMax) {
    /// Nothing is known.
    public static final LinkRate UNKNOWN = new LinkRate(
            Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalInt.empty(), OptionalInt.empty());

    /// Only whether it is up is known.
    public static LinkRate ofState(boolean isUp) {
        return new LinkRate(
                Optional.of(isUp),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                OptionalInt.empty());
    }

    /// Whether it has fewer lanes than its ends have.
    public boolean isNarrowed() {
        return lanes.isPresent() && lanesMax.isPresent() && lanes.getAsInt() < lanesMax.getAsInt();
    }
}
