// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

/// How much a clue can carry.
public enum Weight {
    /// It can be the first cause.
    ROOT,
    /// It follows from something else (a flush, a closed socket, an Xid 45): shown as a root only where nothing else
    /// is there, and then as one that has its cause elsewhere.
    ECHO,
    /// It explains or limits others and is never a cause.
    CONTEXT
}
