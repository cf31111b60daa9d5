// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.List;
import java.util.OptionalInt;

/// One answer of RAS to `status`, text or JSON.
///
/// @param version of NCCL; empty if cut off
/// @param time as printed by the JSON form; empty in the text form, which has none
/// @param gpus ranks of the job; absent if cut off
/// @param groups rows of the table of communicators
/// @param missing processes that gave no data
/// @param dead processes that RAS has given up
/// @param notes remarkable and harmless: unequal nodes
/// @param damages what is broken in it, a sentence each
public record RasReport(
        Source source,
        String version,
        String time,
        OptionalInt nodes,
        OptionalInt gpus,
        List<Group> groups,
        List<RasComm> comms,
        List<RasProcess> missing,
        List<RasProcess> dead,
        int unnamedDead,
        List<String> notes,
        List<String> damages)
        implements Detail {
    /// A row of the table: communicators of one size and status.
    ///
    /// @param index number by which the sections name it, `#0-…`
    public record Group(int index, int comms, int nodes, int ranksPerComm, int ranks, String status, String errors) {
        /// No communicator can look like that.
        boolean isAbsurd() {
            return ranksPerComm <= 0 || nodes <= 0;
        }
    }

    public RasReport {
        groups = List.copyOf(groups);
        comms = List.copyOf(comms);
        missing = List.copyOf(missing);
        dead = List.copyOf(dead);
        notes = List.copyOf(notes);
        damages = List.copyOf(damages);
    }

    /// A process of a communicator. Where that communicator holds the whole job, its ranks are those of the job.
    Subject subject(RasComm comm, RasProcess process) {
        return isWhole(comm) ? process.worldSubject(comm.id()) : process.subject(comm.id());
    }

    /// Whether it has as many ranks as the job has GPUs; where that is not printed, whether it is the only one of the
    /// largest size.
    private boolean isWhole(RasComm comm) {
        if (comm.size().isEmpty()) {
            return false;
        }
        int size = comm.size().getAsInt();
        return gpus.isPresent()
                ? gpus.getAsInt() == size
                : comms.stream().filter(other -> other.size().orElse(0) >= size).count() == 1;
    }

    /// Whether every communicator runs and nothing is complained of, which proves that hosts have launched and no more.
    public boolean isQuiet() {
        boolean isComplete = missing.isEmpty() && dead.isEmpty() && unnamedDead == 0 && damages.isEmpty();
        boolean isRunning = groups.stream()
                .allMatch(group ->
                        group.status().equals("RUNNING") && group.errors().equals("OK"));
        return isComplete && isRunning && !groups.isEmpty();
    }
}
