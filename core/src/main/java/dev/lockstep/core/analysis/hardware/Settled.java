// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// Since when something holds. It is told after a minute: whoever is slow because of it is named before.
final class Settled {
    static final long AFTER_NANOS = 60_000_000_000L;

    private record Since(long nanos, long wallNanos) {}

    private final Map<String, Since> since = new HashMap<>();

    /// It holds. Gives the wall clock of when it began, once that is long enough ago.
    OptionalLong holds(String what, long nowNanos, long wallNanos) {
        Since began = since.computeIfAbsent(what, key -> new Since(nowNanos, wallNanos));
        return nowNanos - began.nanos() >= AFTER_NANOS ? OptionalLong.of(began.wallNanos()) : OptionalLong.empty();
    }

    /// Only these still hold.
    void retain(Set<String> all) {
        since.keySet().retainAll(all);
    }
}
