// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.core.analysis.incident.Incident;
import java.time.Instant;
import java.util.Optional;

/// An incident as it is now, and when the demo first saw it open.
///
/// @param opened absent while it is a suspicion
record Sighted(Incident incident, Optional<Instant> opened) {}
