// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.match;

/// Takes operations of which all ranks have told, or no more will.
@FunctionalInterface
public interface RowSink {
    /// One operation. `row` is used again afterwards.
    void take(Row row);
}
