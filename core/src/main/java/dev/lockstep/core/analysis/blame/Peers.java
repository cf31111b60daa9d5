// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.role.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Who does the same work as whom: of the GPUs that follow one beat, those of the same pipeline stage. Places
/// in the list of seats stand for the GPUs.
///
/// @param stages the places by stage
/// @param nodes the places by stage and node
/// @param communicators the places by communicator and stage, with the share of each
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Peers(List<int[]> stages, List<int[]> nodes, List<Together> communicators) {
    private static final int RING_MIN = 3;
    private static final double RING_ALIKE = 0.85;

    /// Members of one communicator that are peers.
    record Together(int[] places, Share[] shares) {}

    private record InCommunicator(CommunicatorKey communicator, String stage) {}

    static Peers of(JobState job, List<Seat> seats) {
        Map<String, List<Integer>> stages = new TreeMap<>();
        Map<String, List<Integer>> nodes = new TreeMap<>();
        Map<InCommunicator, List<Integer>> communicators = new HashMap<>();
        for (int place = 0; place < seats.size(); place++) {
            Seat seat = seats.get(place);
            String stage = stage(job, seat);
            stages.computeIfAbsent(stage, key -> new ArrayList<>()).add(place);
            String onNode = stage + "@" + seat.member().process().node();
            nodes.computeIfAbsent(onNode, key -> new ArrayList<>()).add(place);
            for (Share share : seat.shares()) {
                InCommunicator in = new InCommunicator(share.communicator(), stage);
                communicators.computeIfAbsent(in, key -> new ArrayList<>()).add(place);
            }
        }
        List<Together> together = new ArrayList<>();
        communicators.forEach((in, places) -> together.add(together(in.communicator(), places, seats)));
        return new Peers(arrays(stages), arrays(nodes), together);
    }

    private static Together together(CommunicatorKey communicator, List<Integer> places, List<Seat> seats) {
        Share[] shares = places.stream()
                .map(place -> seats.get(place).shares().stream()
                        .filter(share -> share.communicator().equals(communicator))
                        .findFirst()
                        .orElseThrow())
                .toArray(Share[]::new);
        return new Together(places.stream().mapToInt(Integer::intValue).toArray(), shares);
    }

    private static List<int[]> arrays(Map<String, List<Integer>> places) {
        return places.values().stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /// Its place in the pipeline, told by the communicators over which stages exchange.
    private static String stage(JobState job, Seat seat) {
        StringBuilder stage = new StringBuilder();
        for (Share share : seat.shares()) {
            Optional<CommunicatorState> communicator = job.communicator(share.communicator());
            if (communicator.isPresent() && isPipeline(communicator.get())) {
                stage.append(share.commRank()).append('/');
            }
        }
        return stage.toString();
    }

    private static boolean isPipeline(CommunicatorState communicator) {
        boolean exchanges = communicator.traffic().hasPointToPoint()
                && !communicator.traffic().hasAllToAll()
                && !communicator.traffic().hasCollectives();
        return communicator.role().map(role -> role == Role.PIPELINE).orElse(exchanges && !isRing(communicator));
    }

    /// In a ring all send as much; in a pipeline its ends send less than the others.
    private static boolean isRing(CommunicatorState communicator) {
        if (communicator.ranks() < RING_MIN || communicator.heard() < communicator.ranks()) {
            return false;
        }
        long[] sizes = communicator.members().stream()
                .mapToLong(MemberState::sizeBytes)
                .sorted()
                .toArray();
        return sizes[0] >= RING_ALIKE * sizes[sizes.length - 1];
    }

    /// The places of `all` whose values are there.
    static int present(int[] all, float[] values, float[] into) {
        int count = 0;
        for (int place : all) {
            if (!Float.isNaN(values[place])) {
                into[count++] = values[place];
            }
        }
        return count;
    }

    static float[] unknown(int size) {
        float[] values = new float[size];
        Arrays.fill(values, Float.NaN);
        return values;
    }
}
