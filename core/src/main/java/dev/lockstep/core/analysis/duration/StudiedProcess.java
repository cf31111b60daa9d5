// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A process that wrote files: one rank of a job.
///
/// Equal only to itself.
public final class StudiedProcess {
    /// Which rank of which communicator it is.
    public record Member(StudiedCommunicator communicator, int rank) {}

    private final String host;
    private final long processId;
    private final Optional<String> jobId;
    private final List<Member> members = new ArrayList<>();

    StudiedProcess(String host, long processId, Optional<String> jobId) {
        this.host = host;
        this.processId = processId;
        this.jobId = jobId;
    }

    void join(StudiedCommunicator communicator, int rank) {
        members.add(new Member(communicator, rank));
    }

    /// The host that its files name.
    public String host() {
        return host;
    }

    /// Its pid there.
    public long processId() {
        return processId;
    }

    /// The scheduler's job, where the folder's name says it.
    public Optional<String> jobId() {
        return jobId;
    }

    /// Its communicators.
    public List<Member> members() {
        return List.copyOf(members);
    }

    @Override
    public String toString() {
        return "pid " + processId + " on " + host;
    }
}
