// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.match.MatchLimits;
import java.time.Duration;

/// How much of jobs is kept. What is over a limit is refused and counted, see {@link Refusals}.
///
/// @param jobsMax lives of jobs at the same time
/// @param processesMax processes of one job
/// @param communicatorsMax communicators of one job
/// @param ranksMax ranks of one communicator
/// @param membersMax ranks of all communicators of one job together
/// @param placeNanos how long a process of which nothing is heard keeps its place in a communicator
/// @param match of operations that wait for ranks
/// @param forgetNanos how long a job of which nothing is heard, or of which all has ended, is kept
public record JobLimits(
        int jobsMax,
        int processesMax,
        int communicatorsMax,
        int ranksMax,
        int membersMax,
        long placeNanos,
        MatchLimits match,
        long forgetNanos) {
    /// Enough for a hundred thousand ranks in one job.
    public static JobLimits defaults() {
        return new JobLimits(
                10_000,
                1 << 17,
                1 << 18,
                1 << 17,
                1 << 20,
                Duration.ofSeconds(10).toNanos(),
                MatchLimits.defaults(),
                Duration.ofMinutes(10).toNanos());
    }
}
