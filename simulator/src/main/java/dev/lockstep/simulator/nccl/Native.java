// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.lang.foreign.MemorySegment;

/// The two things every downcall needs.
@SuppressWarnings("restricted")
final class Native {
    private static final long TEXT_MAX = 4_096;

    private Native() {}

    /// A downcall declares `Throwable` and throws none of its own.
    static RuntimeException unexpected(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException known
                ? known
                : new IllegalStateException("native call failed", failure);
    }

    /// A C string, cut where it is too long to be one.
    static String text(MemorySegment address) {
        return address.reinterpret(TEXT_MAX).getString(0);
    }
}
