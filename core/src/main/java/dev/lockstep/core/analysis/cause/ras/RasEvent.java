// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Source;
import java.util.Optional;

/// One event of RAS' monitor mode.
///
/// @param name `PEER_DEAD`; names that are not known yet are kept
public record RasEvent(Source source, Optional<Moment> moment, String name, RasProcess peer, String words)
        implements Detail {}
