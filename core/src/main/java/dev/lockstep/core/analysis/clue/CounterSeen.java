// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

/// A counter's value at one poll.
///
/// @param subject host and device
/// @param family where it comes from: `mlx5`, `efa`, `opa`, `ethtool`, `dcgm`, `ras`
/// @param name as the input spells it
/// @param poll which poll of the same thing it is, from 0; polls are ordered by time or by name of the file
public record CounterSeen(
        Subject subject, String family, String name, double value, int poll, Source source, String excerpt)
        implements Sighting {}
