// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Where the plugin's files are looked for, how long those of dead processes stay, and the name of the node that
/// flight records tell.
public record SharedMemoryConfig(List<Path> directories, Depth depth, Duration grace, String node) {
    /// How long the file of a dead process stays.
    public static final Duration GRACE = Duration.ofMinutes(2);

    /// How deep files are looked for.
    public enum Depth {
        /// In the directories themselves: they belong to the agent's own user.
        DIRECTORY,
        /// Also one level below, where a prolog makes a directory for each job.
        JOB_DIRECTORIES
    }

    public SharedMemoryConfig {
        directories = List.copyOf(directories);
        if (grace.isNegative()) {
            throw new IllegalArgumentException("negative grace: " + grace);
        }
    }

    /// Directories and the directories of jobs below them, with the usual grace, on a node without a name.
    public static SharedMemoryConfig of(List<Path> directories) {
        return new SharedMemoryConfig(directories, Depth.JOB_DIRECTORIES, GRACE, "");
    }
}
