// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.nio.file.Path;
import java.time.Instant;

/// A record in the spool: whose process it was, how large it is and since when it is there.
record SpoolEntry(Path file, long userId, long bytes, Instant keptAt) {
    /// How records end.
    static final String SUFFIX = ".flight";
}
