// SPDX-License-Identifier: Apache-2.0
/// A cluster in a box: plays jobs into the real plugin, seeded, with faults whose truth is known.
@NullMarked
package dev.lockstep.simulator;

import org.jspecify.annotations.NullMarked;
