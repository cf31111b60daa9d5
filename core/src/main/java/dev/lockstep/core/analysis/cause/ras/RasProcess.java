// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.clue.Subject;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A process or rank as RAS names it.
///
/// @param rank rank in the communicator where it was named; absent where a process was named
/// @param gpu CUDA device
/// @param address of the socket, where RAS knows no process
public record RasProcess(
        OptionalInt rank, OptionalInt gpu, OptionalLong pid, Optional<String> host, Optional<String> address) {
    /// Nobody.
    public static final RasProcess UNKNOWN = new RasProcess(
            OptionalInt.empty(), OptionalInt.empty(), OptionalLong.empty(), Optional.empty(), Optional.empty());

    /// A rank of which nothing else is known.
    public static RasProcess ofRank(int rank) {
        return UNKNOWN.withRank(rank);
    }

    /// The same with a rank.
    public RasProcess withRank(int value) {
        return new RasProcess(OptionalInt.of(value), gpu, pid, host, address);
    }

    /// What names the process whatever else is said of it: host and pid, else the rank.
    String key() {
        if (pid.isPresent() && host.isPresent()) {
            return host.get() + "/" + pid.getAsLong();
        }
        return address.orElse(rank.isPresent() ? "rank " + rank.getAsInt() : "unknown");
    }

    /// The same in a report, in a communicator that holds the whole job: its ranks are the job's.
    Subject worldSubject(String group) {
        Subject subject = subject(group);
        return rank.isPresent() ? subject.withRank(rank.getAsInt()) : subject;
    }

    /// The same in a report, in the communicator.
    Subject subject(String group) {
        Subject subject = group.isEmpty() ? Subject.NONE : Subject.NONE.withGroup(group);
        if (rank.isPresent()) {
            subject = subject.withGroupRank(rank.getAsInt());
        }
        if (host.isPresent()) {
            subject = subject.withHost(host.get());
        }
        if (pid.isPresent()) {
            subject = subject.withPid(pid.getAsLong());
        }
        if (gpu.isPresent()) {
            subject = subject.withGpu(gpu.getAsInt());
        }
        return address.isPresent() ? subject.withPeer(address.get()) : subject;
    }

    /// `rank 7 (pid 1650386 on node02)`.
    String named() {
        String who = rank.isPresent() ? "rank " + rank.getAsInt() : "";
        String process = pid.isPresent()
                ? "pid " + pid.getAsLong() + host.map(h -> " on " + h).orElse("")
                : "";
        if (who.isEmpty()) {
            return process.isEmpty() ? address.orElse("an unknown process") : process;
        }
        return process.isEmpty() ? who : who + " (" + process + ")";
    }
}
