// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.truth;

import java.util.Map;
import java.util.Objects;

/// One series of durations: a collective of one size class in one communicator, on one of its ranks.
record SeriesName(String comm, String commRank, String collective, String size) {
    static SeriesName of(Map<String, String> labels) {
        return new SeriesName(
                Objects.requireNonNull(labels.get("comm")),
                Objects.requireNonNull(labels.get("comm_rank")),
                Objects.requireNonNull(labels.get("collective")),
                Objects.requireNonNull(labels.get("size")));
    }
}
