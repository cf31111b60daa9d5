// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.ProcessLife;

/// How a job is seen: incidents close only while all of it is.
public final class JobSights {
    private JobSights() {}

    /// That of a job now. One living process that is not heard of makes it blind, since it may be the culprit.
    public static JobSight of(JobState job, long nowNanos, HangSettings settings) {
        if (job.hasEnded()) {
            return JobSight.ENDED;
        }
        for (ProcessState process : job.processes()) {
            boolean lives = process.life() == ProcessLife.RUNNING;
            if (lives && nowNanos - process.heardNanos() > settings.unseenNanos()) {
                return JobSight.BLIND;
            }
        }
        for (CommunicatorState communicator : job.communicators()) {
            for (MemberState member : communicator.eachMember()) {
                if (nowNanos - member.movedNanos() < settings.stillNanos()) {
                    return JobSight.MOVING;
                }
            }
        }
        return JobSight.STANDING;
    }
}
