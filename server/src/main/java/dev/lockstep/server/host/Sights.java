// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.host;

import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.brain.BrainView;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// How well each job is seen, from one view to the next.
final class Sights {
    private static final long SILENCE_NANOS_MAX = Duration.ofSeconds(10).toNanos();

    private Map<JobKey, Long> finished = Map.of();

    Map<JobKey, JobSight> of(BrainView view, long nowNanos) {
        Map<JobKey, Long> sums = new HashMap<>();
        Map<JobKey, JobSight> sights = new HashMap<>();
        for (JobView job : view.jobs()) {
            long sum = job.communicators().stream()
                    .flatMap(communicator -> communicator.members().stream())
                    .mapToLong(member -> member.progress().finished().orElse(0))
                    .sum();
            sums.put(job.key(), sum);
            sights.put(job.key(), of(job, sum > finished.getOrDefault(job.key(), 0L), nowNanos));
        }
        finished = sums;
        return sights;
    }

    private static JobSight of(JobView job, boolean isMoving, long nowNanos) {
        if (job.ended()) {
            return JobSight.ENDED;
        }
        if (nowNanos - job.heardNanos() > SILENCE_NANOS_MAX) {
            return JobSight.BLIND;
        }
        return isMoving ? JobSight.MOVING : JobSight.STANDING;
    }
}
