// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import dev.lockstep.simulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The logs and dumps of a whole simulated job: `rank-R.log` of each rank, `launcher.log` where the launcher has
/// something to say, `nccl_trace_rank_R` of those whose Flight Recorder was dumped. The same from the same scenario,
/// byte by byte.
public final class JobLogs {
    private JobLogs() {}

    /// Writes them; tells how many files there are.
    ///
    /// @throws IOException if the folder cannot be made or written
    public static int write(Scenario scenario, Path folder) throws IOException {
        JobStory story = JobStory.of(scenario);
        Files.createDirectories(folder);
        int files = 0;
        boolean isDumped = story.hasStopped() && story.firstKilledNanos().isEmpty();
        for (RankStory rank : story.ranks()) {
            Files.write(folder.resolve("rank-" + rank.rank() + ".log"), RankLog.of(story, rank));
            files++;
            if (isDumped) {
                Files.write(folder.resolve("nccl_trace_rank_" + rank.rank()), FlightRecorder.dump(rank));
                files++;
            }
        }
        List<String> launcher = LauncherLog.of(story);
        if (!launcher.isEmpty()) {
            Files.write(folder.resolve("launcher.log"), launcher);
            files++;
        }
        return files;
    }
}
