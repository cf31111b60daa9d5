// SPDX-License-Identifier: Apache-2.0
/// How flight records are shown: as text, as JSON, and as a trace for Perfetto.
@NullMarked
package dev.lockstep.cli.flight;

import org.jspecify.annotations.NullMarked;
