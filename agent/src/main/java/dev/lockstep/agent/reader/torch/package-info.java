// SPDX-License-Identifier: Apache-2.0
/// Reads what PyTorch (1.13 to 2.10) prints when its collectives do not come back: one class a family of lines.
///
/// `[rankN]:` is the world rank, `[Rank N]` and `[PG … Rank N]` the rank inside the group; sequence numbers count by
/// group.
@NullMarked
package dev.lockstep.agent.reader.torch;

import org.jspecify.annotations.NullMarked;
