// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// C strings that live as long as the process, one for each text, as NCCL's own literals do. Any
/// thread.
final class Strings {
    private static final long NONE = 0;

    private static final Map<String, Long> ADDRESSES = new ConcurrentHashMap<>();

    private Strings() {}

    static long address(String text) {
        return ADDRESSES.computeIfAbsent(
                text, wanted -> Arena.global().allocateFrom(wanted).address());
    }

    /// NULL for an empty text.
    static long addressOrNull(String text) {
        return text.isEmpty() ? NONE : address(text);
    }
}
