// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/// What was refused or left out, by reason.
public final class Refusals {
    /// Why. Its label is its name in lower case.
    public enum Reason {
        /// More jobs than {@link JobLimits#jobsMax}.
        JOBS_MAX,
        /// More processes in a job than {@link JobLimits#processesMax}.
        PROCESSES_MAX,
        /// More communicators in a job than {@link JobLimits#communicatorsMax}.
        COMMUNICATORS_MAX,
        /// A communicator larger than {@link JobLimits#ranksMax}, or a job with more than
        /// {@link JobLimits#membersMax} ranks in its communicators.
        RANKS_MAX,
        /// A communicator without its rank or with one that it cannot have.
        RANK_UNKNOWN,
        /// Two living processes say that they are the same rank of a communicator.
        RANK_TAKEN
    }

    private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);

    /// Nothing was refused yet.
    public Refusals() {}

    /// One more.
    public void count(Reason reason) {
        count(reason, 1);
    }

    /// So many more.
    public void count(Reason reason, long number) {
        counts.merge(reason, number, Long::sum);
    }

    /// All of them by label; those that never happened stand there with 0.
    public Map<String, Long> byReason() {
        Map<String, Long> byLabel = new TreeMap<>();
        for (Reason reason : Reason.values()) {
            byLabel.put(reason.name().toLowerCase(java.util.Locale.ROOT), counts.getOrDefault(reason, 0L));
        }
        return byLabel;
    }
}
