// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause;

import java.util.List;

/// Draws conclusions from what all readers saw. Stateless; never throws for what an input says.
public interface Rule {
    /// What follows, in any order; empty if this rule has nothing to say.
    List<Conclusion> judge(Sightings sightings);
}
