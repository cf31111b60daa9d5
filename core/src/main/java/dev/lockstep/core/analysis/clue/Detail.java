// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

/// What a source gives in a form of its own, for a rule of its own.
public non-sealed interface Detail extends Sighting {}
