// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.List;

/// Looks for one kind of trouble in one job. Each job has detectors of its own, which may remember what they
/// saw and are forgotten with it.
public interface Detector {
    /// A process told what it did, and the job's state has it.
    default void accept(JobState job, ProcessState process, ProcessFeed feed, long nowNanos) {}

    /// All ranks have told of an operation whose ends align, or no more will.
    default void closed(CommunicatorState communicator, Row row, long nowNanos) {}

    /// What it measured beside.
    default Figures figures() {
        return Figures.NONE;
    }

    /// What holds now. Called about each second, after what came in was taken into the job's state.
    List<Finding> examine(JobState job, long nowNanos);
}
