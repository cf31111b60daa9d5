// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.core.analysis.duration.OperationTable;

/// A rank's row of one function's table.
final class Seat {
    private final OperationTable table;
    private final int rank;
    private String lastAlgorithm = "";
    private String lastProtocol = "";
    private int lastShape = -1;

    Seat(OperationTable table, int rank) {
        this.table = table;
        this.rank = rank;
    }

    OperationTable table() {
        return table;
    }

    int rank() {
        return rank;
    }

    /// The table's number of an algorithm and protocol; most often it is that of the operation before.
    int shape(String algorithm, String protocol) {
        boolean isLast = lastShape >= 0 && algorithm.equals(lastAlgorithm) && protocol.equals(lastProtocol);
        if (!isLast) {
            lastShape = table.shape(algorithm, protocol);
            lastAlgorithm = algorithm;
            lastProtocol = protocol;
        }
        return lastShape;
    }
}
