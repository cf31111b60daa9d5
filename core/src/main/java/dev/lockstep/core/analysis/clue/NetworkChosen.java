// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

/// What a process uses: network, plugin, library version, setting. Unequal answers inside one job are a cause.
///
/// @param what `network`, `version`, `interface`, `plugin`, or the name of a setting
/// @param value as printed
public record NetworkChosen(Subject subject, String what, String value, Source source, String excerpt)
        implements Sighting {}
