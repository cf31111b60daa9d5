// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.end;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.Optional;

/// A process that ended by itself, not because of others.
///
/// @param how signal or exception, as printed
public record ProcessEnd(Subject subject, String how, Optional<Moment> moment, Source source, String excerpt)
        implements Detail {}
