// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.model.NcclFunction;

/// Operations whose transfers should take equally long: of one function, size, algorithm and protocol in
/// communicators of equally many ranks and nodes.
record Shape(NcclFunction function, long sizeBytes, String algorithm, String protocol, int ranks, int nodes) {
    static Shape of(CommunicatorState communicator, Row row) {
        return new Shape(
                row.function(),
                row.sizeBytes(),
                row.algorithm(),
                row.protocol(),
                row.ranks(),
                communicator.nodes().orElse(0));
    }

    boolean hasSameText(Row row) {
        return function == row.function()
                && sizeBytes == row.sizeBytes()
                && algorithm.equals(row.algorithm())
                && protocol.equals(row.protocol());
    }
}
