// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SizeClass;

/// The numbers by which the format writes what has names in Java; they never change.
final class WireCodes {
    private static final int SIZE_EXPONENT_MAX = 63;

    private WireCodes() {}

    static int of(ProcessLife life) {
        return switch (life) {
            case RUNNING -> 0;
            case ENDED -> 1;
            case GONE -> 2;
        };
    }

    static ProcessLife life(int code) throws WireException {
        return switch (code) {
            case 0 -> ProcessLife.RUNNING;
            case 1 -> ProcessLife.ENDED;
            case 2 -> ProcessLife.GONE;
            default -> throw WireException.malformed("no such life of a process: " + code);
        };
    }

    /// As the shared-memory file numbers them.
    static int of(OperationKind kind) {
        return switch (kind) {
            case KERNEL -> 0;
            case CALL_ONLY -> 1;
            case SELF -> 2;
            case COPY_ENGINE -> 3;
            case CPU_TIMED -> 4;
        };
    }

    static OperationKind kind(int code) throws WireException {
        return switch (code) {
            case 0 -> OperationKind.KERNEL;
            case 1 -> OperationKind.CALL_ONLY;
            case 2 -> OperationKind.SELF;
            case 3 -> OperationKind.COPY_ENGINE;
            case 4 -> OperationKind.CPU_TIMED;
            default -> throw WireException.malformed("no such kind of operation: " + code);
        };
    }

    static SizeClass sizeClass(int exponent) throws WireException {
        if (exponent == SizeClass.OTHER.exponent()) {
            return SizeClass.OTHER;
        }
        if (exponent > SIZE_EXPONENT_MAX) {
            throw WireException.malformed("no such size class: " + exponent);
        }
        return new SizeClass(exponent);
    }
}
