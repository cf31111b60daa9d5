// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.connection;

/// How counters that may begin anew become deltas.
final class Since {
    private Since() {}

    /// What came on top of `earlier`; all of it where the counter has begun anew.
    static long since(long now, long earlier) {
        return now >= earlier ? now - earlier : now;
    }
}
