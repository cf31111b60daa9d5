// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.DurationStudy;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.StudiedProcess.Member;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Processes that share communicators, directly or through others: one life of one job.
///
/// @param processes by world rank where it is known
/// @param communicators largest first
/// @param world the communicator that has all ranks, whose ranks are the world ranks
public record StudiedJob(
        List<StudiedProcess> processes, List<StudiedCommunicator> communicators, Optional<StudiedCommunicator> world) {
    public StudiedJob {
        processes = List.copyOf(processes);
        communicators = List.copyOf(communicators);
    }

    /// The jobs of a study, the one with most ranks first.
    public static List<StudiedJob> of(DurationStudy study) {
        List<StudiedJob> jobs = new ArrayList<>();
        Set<StudiedProcess> seen = new LinkedHashSet<>();
        for (StudiedProcess process : study.processes()) {
            if (!seen.contains(process) && !process.members().isEmpty()) {
                Set<StudiedProcess> connected = connectedTo(process);
                seen.addAll(connected);
                jobs.add(of(connected));
            }
        }
        jobs.sort(Comparator.comparingInt((StudiedJob job) -> job.processes().size())
                .reversed());
        return jobs;
    }

    private static Set<StudiedProcess> connectedTo(StudiedProcess first) {
        Set<StudiedProcess> connected = new LinkedHashSet<>(List.of(first));
        Deque<StudiedProcess> open = new ArrayDeque<>(connected);
        while (!open.isEmpty()) {
            for (Member member : open.remove().members()) {
                for (StudiedProcess peer : member.communicator().processes().values()) {
                    if (connected.add(peer)) {
                        open.add(peer);
                    }
                }
            }
        }
        return connected;
    }

    private static StudiedJob of(Set<StudiedProcess> connected) {
        Set<StudiedCommunicator> communicators = new LinkedHashSet<>();
        connected.forEach(process -> process.members().forEach(member -> communicators.add(member.communicator())));
        List<StudiedCommunicator> sorted = new ArrayList<>(communicators);
        sorted.sort(Comparator.comparingInt(StudiedCommunicator::ranks)
                .reversed()
                .thenComparing(StudiedCommunicator::label)
                .thenComparing(each -> each.key().id()));
        Optional<StudiedCommunicator> world = sorted.stream()
                .filter(each -> each.ranks() == sorted.getFirst().ranks()
                        && each.ranks() > 1
                        && each.processes().size() == connected.size())
                .findFirst();
        List<StudiedProcess> processes = new ArrayList<>(connected);
        Map<StudiedProcess, Integer> ranks = new HashMap<>();
        world.ifPresent(all -> all.processes().forEach((rank, process) -> ranks.put(process, rank)));
        processes.sort(Comparator.comparingInt((StudiedProcess process) -> ranks.getOrDefault(process, 0))
                .thenComparing(StudiedProcess::host)
                .thenComparingLong(StudiedProcess::processId));
        return new StudiedJob(processes, sorted, world);
    }

    /// The world rank of a process; absent if no communicator has all ranks.
    public OptionalInt worldRank(StudiedProcess process) {
        if (world.isEmpty()) {
            return OptionalInt.empty();
        }
        return process.members().stream()
                .filter(member -> member.communicator() == world.get())
                .mapToInt(Member::rank)
                .findFirst();
    }

    /// How a person names a process: `rank 5`, else `rank 1 of TP_1`.
    public String label(StudiedProcess process) {
        OptionalInt rank = worldRank(process);
        if (rank.isPresent()) {
            return "rank " + rank.getAsInt();
        }
        Member member = process.members().getFirst();
        return "rank " + member.rank() + " of " + member.communicator().label();
    }

    /// How many ranks the job has, as far as its communicators tell.
    public int ranks() {
        return Math.max(
                processes.size(),
                communicators.isEmpty() ? 0 : communicators.getFirst().ranks());
    }

    /// The scheduler's id of the job, else the id of its largest communicator.
    public String id() {
        return processes.stream()
                .flatMap(process -> process.jobId().stream())
                .findFirst()
                .orElseGet(() -> communicators.isEmpty()
                        ? ""
                        : communicators.getFirst().key().id());
    }

    /// The hosts that its files name.
    public List<String> hosts() {
        return processes.stream().map(StudiedProcess::host).distinct().sorted().toList();
    }

    /// World ranks that no file tells of; empty if world ranks are not known.
    public List<Integer> missingRanks() {
        List<Integer> missing = new ArrayList<>();
        world.ifPresent(all -> {
            for (int rank = 0; rank < all.ranks(); rank++) {
                if (!all.processes().containsKey(rank)) {
                    missing.add(rank);
                }
            }
        });
        return missing;
    }
}
