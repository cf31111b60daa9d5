// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.ProcessLife;
import java.util.Set;
import java.util.TreeSet;

/// The nodes of a job.
final class JobNodes {
    private JobNodes() {}

    /// Where processes of it run.
    static Set<String> of(JobState job) {
        Set<String> nodes = new TreeSet<>();
        String before = "";
        for (ProcessState process : job.processes()) {
            // Processes of a node came together.
            if (process.life() == ProcessLife.RUNNING && !process.node().equals(before)) {
                before = process.node();
                nodes.add(before);
            }
        }
        return nodes;
    }

    /// What the clock of a node said when it was heard last.
    static long wallNanos(JobState job, String node) {
        return job.processes().stream()
                .filter(process -> process.node().equals(node))
                .mapToLong(ProcessState::wallNanos)
                .max()
                .orElse(0);
    }
}
