// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

/// What is known of one operation over all ranks.
///
/// @param number counted from the first number of its function
/// @param stamp when a line about it was written, microseconds since the epoch; 0 if unknown
/// @param present ranks that have told of it
/// @param timed those with a time
/// @param expected ranks whose records reach as far
record Instance(long number, long stamp, long sizeBytes, int present, int timed, int expected) {
    /// Whether all ranks that could have told of it have a time.
    boolean isComplete() {
        return timed == expected && timed > 1;
    }
}
