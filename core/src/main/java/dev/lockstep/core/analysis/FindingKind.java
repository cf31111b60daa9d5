// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

import java.util.Locale;

/// What can be wrong, each with what it means for the job. One page each under docs/detectors.
public enum FindingKind {
    /// A rank comes late to its collectives because its GPU takes longer.
    STRAGGLER_GPU,
    /// A rank comes late because its host hands operations to NCCL late.
    STRAGGLER_HOST,
    /// The ranks of one node come late.
    SLOW_NODE,
    /// Data moves slowly over the path of one rank, NIC or node, and nobody comes late.
    SLOW_LINK,
    /// One channel of many lags.
    SLOW_CHANNEL,
    /// The others wait in a collective that named ranks never entered.
    HANG_NOT_ENTERED,
    /// Ranks of one communicator entered different operations, or with different sizes.
    HANG_MISMATCH,
    /// The host enqueued it, the GPU never started it.
    HANG_NOT_STARTED,
    /// All have entered and nothing moves.
    HANG_ALL_ENTERED,
    /// A process is gone, and others wait for its rank.
    PROCESS_GONE,
    /// A communicator is being made or torn down and does not get on.
    HANG_SETUP,
    /// Something waits too long, and what was seen does not tell for whom.
    HANG_UNKNOWN,
    /// Ranks of one role have more to do than those of another: about the workload, not about hardware.
    IMBALANCE,
    /// Operations of one shape take longer than their baseline.
    DRIFT,
    /// A node or device is not what those of the peers are. It need not be slow.
    ODD_HARDWARE,
    /// A device fails more and more, and nobody waits for it yet.
    HARDWARE_WEARING,
    /// Too little was seen to judge.
    LOSS_OF_SIGHT;

    /// The value of the label `kind`: `hang_not_entered`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether the job stands still.
    public boolean isStop() {
        return switch (this) {
            case HANG_NOT_ENTERED,
                    HANG_MISMATCH,
                    HANG_NOT_STARTED,
                    HANG_ALL_ENTERED,
                    PROCESS_GONE,
                    HANG_SETUP,
                    HANG_UNKNOWN -> true;
            case STRAGGLER_GPU,
                    STRAGGLER_HOST,
                    SLOW_NODE,
                    SLOW_LINK,
                    SLOW_CHANNEL,
                    IMBALANCE,
                    DRIFT,
                    ODD_HARDWARE,
                    HARDWARE_WEARING,
                    LOSS_OF_SIGHT -> false;
        };
    }

    /// Whether it is about what devices are and suffer, whoever waits for them.
    public boolean isAboutHardware() {
        return this == ODD_HARDWARE || this == HARDWARE_WEARING;
    }
}
