// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.PeerComparison;
import dev.lockstep.agent.inspector.loss.SequenceMeter;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which communicator ranks belong together, over the processes of a directory; settles their gaps function by
/// function.
final class PeerGroups {
    private static final NcclFunction[] FUNCTIONS = NcclFunction.values();

    private record GroupKey(String directory, String id, int ordinal) {}

    private record Member(ProcessAccumulator process, CommunicatorAccumulator communicator) {}

    private final Map<GroupKey, List<Member>> groups = new HashMap<>();

    void join(ProcessAccumulator process, CommunicatorAccumulator communicator) {
        groups.computeIfAbsent(key(process, communicator), _ -> new ArrayList<>())
                .add(new Member(process, communicator));
    }

    void leave(ProcessAccumulator process, CommunicatorAccumulator communicator) {
        GroupKey key = key(process, communicator);
        List<Member> members = groups.getOrDefault(key, List.of());
        members.removeIf(member -> member.communicator() == communicator);
        if (members.isEmpty()) {
            groups.remove(key);
        }
    }

    private static GroupKey key(ProcessAccumulator process, CommunicatorAccumulator communicator) {
        return new GroupKey(process.key().directory(), communicator.key().id(), communicator.ordinal());
    }

    /// Settles what can be settled now.
    void settle() {
        for (List<Member> members : groups.values()) {
            for (NcclFunction function : FUNCTIONS) {
                settleCollective(members, function);
            }
            members.forEach(PeerGroups::settlePointToPoint);
        }
    }

    private static void settleCollective(List<Member> members, NcclFunction function) {
        List<PeerComparison.Rank> ranks = new ArrayList<>();
        for (Member member : members) {
            SequenceMeter meter = member.communicator().collectiveMeter(function);
            if (meter != null) {
                ranks.add(new PeerComparison.Rank(meter, member.process().isQuiet()));
            }
        }
        if (!ranks.isEmpty()) {
            PeerComparison.settle(ranks, InspectorLimits.REORDER_MAX);
        }
    }

    private static void settlePointToPoint(Member member) {
        SequenceMeter meter = member.communicator().pointToPointMeter();
        if (!meter.isEmpty()) {
            PeerComparison.Rank rank =
                    new PeerComparison.Rank(meter, member.process().isQuiet());
            PeerComparison.settle(List.of(rank), member.communicator().pointToPointReorder());
        }
    }
}
