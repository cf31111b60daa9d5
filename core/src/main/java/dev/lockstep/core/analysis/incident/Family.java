// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.FindingKind;

/// Kinds that can be names for one cause: a rank that comes late by its host today may come late by its GPU in a
/// minute.
enum Family {
    STOP,
    LATE,
    PATH,
    IMBALANCE,
    DRIFT,
    ODD,
    WEARING,
    SIGHT;

    static Family of(FindingKind kind) {
        return switch (kind) {
            case HANG_NOT_ENTERED,
                    HANG_MISMATCH,
                    HANG_NOT_STARTED,
                    HANG_ALL_ENTERED,
                    PROCESS_GONE,
                    HANG_SETUP,
                    HANG_UNKNOWN -> STOP;
            case STRAGGLER_GPU, STRAGGLER_HOST, SLOW_NODE -> LATE;
            case SLOW_LINK, SLOW_CHANNEL -> PATH;
            case IMBALANCE -> IMBALANCE;
            case DRIFT -> DRIFT;
            case ODD_HARDWARE -> ODD;
            case HARDWARE_WEARING -> WEARING;
            case LOSS_OF_SIGHT -> SIGHT;
        };
    }

    /// How much a kind says, within its family: what says more replaces what says less.
    static int weight(FindingKind kind) {
        return switch (kind) {
            case HANG_UNKNOWN -> 0;
            case STRAGGLER_GPU,
                    STRAGGLER_HOST,
                    SLOW_CHANNEL,
                    HANG_ALL_ENTERED,
                    IMBALANCE,
                    DRIFT,
                    ODD_HARDWARE,
                    HARDWARE_WEARING,
                    LOSS_OF_SIGHT -> 1;
            case HANG_SETUP -> 2;
            case HANG_NOT_STARTED, HANG_NOT_ENTERED, SLOW_LINK, SLOW_NODE -> 3;
            case HANG_MISMATCH -> 4;
            case PROCESS_GONE -> 5;
        };
    }
}
