// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.end;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import java.util.OptionalInt;

/// A rank at a barrier over PyTorch's store, by which a process group is made.
///
/// @param key number of the barrier
/// @param isTimedOut whether it gave up there; otherwise it has only come
/// @param joined how many had come, of {@code size}; absent if the line does not say
public record BarrierSeen(
        int rank, int key, boolean isTimedOut, OptionalInt joined, OptionalInt size, Source source, String excerpt)
        implements Detail {}
