// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.brain;

import dev.lockstep.core.analysis.brain.BrainView.CommunicatorView;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.core.analysis.brain.BrainView.ProcessView;
import dev.lockstep.core.analysis.brain.BrainView.RankView;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.analysis.match.Tallies;

/// Copies a job's state into what may be shown.
final class JobPicture {
    private JobPicture() {}

    static JobView of(JobState job) {
        return new JobView(
                job.key(),
                job.identity(),
                job.worldSize(),
                job.hasEnded(),
                job.sampling(),
                job.heardNanos(),
                job.processes().stream().map(JobPicture::of).toList(),
                job.communicators().stream().map(JobPicture::of).toList(),
                job.figures(),
                of(job.matched()));
    }

    private static BrainView.Matched of(Tallies tallies) {
        return new BrainView.Matched(
                tallies.recordsTaken(), tallies.rowsComplete(), tallies.rowsPartial(), tallies.recordsLate());
    }

    private static ProcessView of(ProcessState process) {
        return new ProcessView(
                process.node(), process.key().processId(), process.life(), process.worldRank(), process.heardNanos());
    }

    private static CommunicatorView of(CommunicatorState communicator) {
        return new CommunicatorView(
                communicator.key().id(),
                communicator.key().hashOrdinal(),
                communicator.name(),
                communicator.role(),
                communicator.ranks(),
                communicator.heard(),
                communicator.members().stream().map(JobPicture::of).toList());
    }

    private static RankView of(MemberState member) {
        return new RankView(
                member.commRank(),
                member.worldRank(),
                member.process().node(),
                member.gpu(),
                member.progress(),
                member.isLive(),
                member.heardNanos(),
                member.busyNanos());
    }
}
