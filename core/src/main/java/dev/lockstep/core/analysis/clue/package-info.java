// SPDX-License-Identifier: Apache-2.0
/// What readers of logs, dumps and counters hand to the reasoning, before anybody is blamed.
///
/// A reader gives {@link dev.lockstep.core.analysis.clue.Sighting}s. A {@link dev.lockstep.core.analysis.clue.Clue} is
/// what one place of the input says by itself ("this HCA did not get an answer"). The other sightings are facts that
/// mean something only beside those of other ranks, files or polls (a rank's counters in a group, who began to make a
/// communicator, a counter's value); rules in {@link dev.lockstep.core.analysis.cause} turn them into conclusions.
///
/// Readers never decide who is guilty: the subject of a clue is what it is about or who said it. Whoever is named as a
/// culprit is named by a rule.
@NullMarked
package dev.lockstep.core.analysis.clue;

import org.jspecify.annotations.NullMarked;
