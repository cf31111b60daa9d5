// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

/// What a panel lacks where only the JSON files of NVIDIA's Inspector feed it. Its `.prom` files feed none of these
/// panels: they hold neither counts nor histograms.
final class Inspector {
    static final String SAME = "the same.";
    static final String NO_GPU = "empty, since its files name no GPU to which DCGM's series could be joined.";
    static final String NO_RANK = "its files name neither rank nor GPU: all ranks of a node are one line.";
    static final String NO_RANK_COLUMN = "rank and GPU stay empty, the rank in the communicator is there.";
    static final String NO_BUSY = "empty: its files do not tell when an operation ran, so there is no busy time.";
    static final String NO_INFLIGHT =
            "empty: it writes only operations that have ended. A hang looks like silence there.";
    static final String NO_CHANNELS = "empty: it tells nothing about channels.";
    static final String NO_ALGO = "empty: its JSON names neither algorithm nor protocol.";
    static final String OWN = "the same; `source` says `inspector_json` or `inspector_prom`.";

    private Inspector() {}
}
