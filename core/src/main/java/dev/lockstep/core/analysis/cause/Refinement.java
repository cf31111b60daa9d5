// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause;

import java.util.List;

/// Looks at all conclusions together: merges, demotes, adds what only the whole picture says.
public interface Refinement {
    /// The conclusions after it.
    List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings);
}
