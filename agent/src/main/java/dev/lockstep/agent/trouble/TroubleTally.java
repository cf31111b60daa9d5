// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble;

import dev.lockstep.core.model.trouble.Trouble;
import dev.lockstep.core.model.trouble.Trouble.Told;
import dev.lockstep.core.model.trouble.Trouble.What;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Counts trouble by job and kind, within bounds. One thread.
public final class TroubleTally {
    /// Jobs that are told apart; those beyond are summed under {@link Trouble#OTHER}.
    public static final int JOBS_MAX = 64;

    /// Kinds of trouble of all jobs together; what is beyond is counted as refused only.
    public static final int KINDS_MAX = 1024;

    /// A job's counts end when nothing was added to them for so long.
    public static final Duration KEPT = Duration.ofHours(1);

    /// What is counted together.
    public record Key(What what, String kind, String reason, boolean isRoot) {}

    private record JobKey(Optional<String> job, Key key) {}

    private final Map<JobKey, Trouble> troubles = new LinkedHashMap<>();
    private final Map<String, Instant> jobs = new HashMap<>();
    private final Map<String, Long> refused = new TreeMap<>();

    /// Nothing is counted yet.
    public TroubleTally() {}

    /// Counts what was told at that moment.
    public void add(Optional<String> job, Key key, long count, Told told, Instant now) {
        JobKey at = new JobKey(job.map(id -> shown(id, now)), key);
        Trouble before = troubles.get(at);
        if (before == null && troubles.size() >= KINDS_MAX) {
            refuse("kinds_over_limit", count);
            return;
        }
        long sum = before == null ? count : before.count() + count;
        troubles.put(at, new Trouble(key.what(), at.job(), key.kind(), key.reason(), key.isRoot(), sum, told));
    }

    private String shown(String job, Instant now) {
        if (!jobs.containsKey(job) && jobs.size() >= JOBS_MAX) {
            refuse("jobs_over_limit", 1);
            return Trouble.OTHER;
        }
        jobs.put(job, now);
        return job;
    }

    /// Something could not be read or counted.
    public void refuse(String reason, long count) {
        if (count > 0) {
            refused.merge(reason, count, Long::sum);
        }
    }

    /// Ends the counts of jobs that have been quiet for long.
    public void forget(Instant now) {
        if (jobs.values().removeIf(last -> Duration.between(last, now).compareTo(KEPT) > 0)) {
            troubles.keySet()
                    .removeIf(key -> key.job()
                            .filter(job -> !job.equals(Trouble.OTHER) && !jobs.containsKey(job))
                            .isPresent());
        }
    }

    /// All that was counted.
    public List<Trouble> troubles() {
        return List.copyOf(troubles.values());
    }

    /// What was refused, by reason.
    public Map<String, Long> refused() {
        return Map.copyOf(refused);
    }
}
