// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

/// Anything a reader gives. Readers give few of them: what repeats is counted by the reader, not sent again.
public sealed interface Sighting
        permits Clue, Detail, GroupProgress, OperationSeen, CommunicatorInit, NetworkChosen, CounterSeen, ReaderNote {
    /// Where it was read.
    Source source();
}
