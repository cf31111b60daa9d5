// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.network;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.simulator.cost.PathFactors;
import dev.lockstep.simulator.network.Moment.What;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.timeline.ChannelStamp;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.topology.Communicator;
import java.util.ArrayList;
import java.util.List;

/// What the proxies of a rank do. Between nodes a rank sends to the rank of its rail on the next node and receives from
/// that on the node before, or to and from the peer of a Send or Recv, on the first two channels of an operation, in
/// eight steps one after the other. NCCL would use more channels and have eight steps under way; the sums by state are
/// what this is for.
///
/// An operation that never ends stops in the middle: the rank of a `stuck-transfer` has data on the wire that are never
/// confirmed, the one before it finds no room, and all others have no data.
public final class NetworkPlan {
    /// Steps of a proxy operation.
    public static final int STEPS = 8;

    private static final int CHANNELS = 2;
    /// Steps that are over when an operation stops for ever.
    private static final int STEPS_BEFORE_STOP = 3;

    private final Cluster cluster;
    private final PathFactors paths;

    /// The plan of a cluster.
    public NetworkPlan(Cluster cluster) {
        this.cluster = cluster;
        this.paths = new PathFactors(
                cluster.layout(),
                cluster.scenario().faults(),
                cluster.scenario().decoys());
    }

    /// What goes over the network for an operation of a rank; nothing inside a node and before its kernel.
    public List<NetworkPart> parts(OperationRun operation) {
        Communicator communicator = operation.group().launch().communicator();
        if (communicator.nodes() < 2 || operation.stamps().isEmpty()) {
            return List.of();
        }
        List<NetworkPart> parts = new ArrayList<>();
        int rank = communicator.commRank(operation.group().rank());
        for (ChannelStamp stamp : operation.stamps().stream().limit(CHANNELS).toList()) {
            NcclFunction function = operation.call().function();
            if (!function.isPointToPoint()) {
                int rail = communicator.ranksPerNode();
                int ranks = communicator.ranks();
                parts.add(part(operation, stamp, (rank + rail) % ranks, Direction.SEND));
                parts.add(part(operation, stamp, (rank + ranks - rail) % ranks, Direction.RECEIVE));
            } else if (isOnAnotherNode(communicator, rank, operation.call().peer())) {
                Direction direction = function == NcclFunction.SEND ? Direction.SEND : Direction.RECEIVE;
                parts.add(part(operation, stamp, operation.call().peer(), direction));
            }
        }
        return parts;
    }

    private boolean isOnAnotherNode(Communicator communicator, int rank, int peer) {
        return cluster.layout().node(communicator.worldRank(rank))
                != cluster.layout().node(communicator.worldRank(peer));
    }

    private NetworkPart part(OperationRun operation, ChannelStamp stamp, int peer, Direction direction) {
        Communicator communicator = operation.group().launch().communicator();
        int step = operation.group().step();
        int self = operation.group().rank();
        int other = communicator.worldRank(peer);
        int sender = direction == Direction.SEND ? self : other;
        long bytes = Math.max(
                1, operation.sizeBytes() / ((long) STEPS * operation.stamps().size()));
        int device = cluster.layout().localRank(self);
        if (!stamp.isStopped()) {
            return new NetworkPart(
                    stamp.channel(), peer, direction, bytes, device, stopped(stamp, sender, other, direction));
        }
        double nanos = Math.floorDiv(stamp.stopNanos() - stamp.startNanos(), STEPS);
        double moved = operation.group().transfer().nanos() / (double) STEPS;
        StepShares.Slowness slowness = slowness(communicator, self, other, step);
        StepStates states = StepShares.of(direction, nanos, Math.max(0, nanos - moved), slowness);
        List<Moment> moments = new ArrayList<>();
        moments.add(new Moment(stamp.startNanos(), What.BEGIN, 0));
        for (int i = 0; i < STEPS; i++) {
            addStep(moments, stamp.startNanos() + (long) (i * nanos), i, direction, states);
        }
        moments.add(new Moment(stamp.stopNanos(), What.END, 0));
        return new NetworkPart(stamp.channel(), peer, direction, bytes, device, moments);
    }

    private StepShares.Slowness slowness(Communicator communicator, int self, int other, int step) {
        double left = 1;
        int slowest = -1;
        for (int i = 0; i < communicator.ranks(); i++) {
            int rank = communicator.worldRank(i);
            double here = paths.ofNetwork(rank, step);
            if (here < left) {
                left = here;
                slowest = rank;
            }
        }
        if (slowest < 0) {
            return StepShares.Slowness.NONE;
        }
        double own = paths.ofNetwork(self, step);
        double others = paths.ofNetwork(other, step);
        StepShares.Where where = own <= left
                ? StepShares.Where.HERE
                : others <= left ? StepShares.Where.AT_PEER : StepShares.Where.ELSEWHERE;
        return new StepShares.Slowness(left, paths.holderAt(slowest, step), where);
    }

    private static void addStep(List<Moment> moments, long start, int step, Direction direction, StepStates states) {
        moments.add(new Moment(start, What.START, step));
        long at = start + (direction == Direction.SEND ? states.gpu() : states.peer());
        if (direction == Direction.SEND) {
            moments.add(new Moment(at, What.PEER, step));
            at += states.peer();
        }
        moments.add(new Moment(at, What.NETWORK, step));
        at += states.network();
        if (direction == Direction.RECEIVE) {
            moments.add(new Moment(at, What.FLUSH, step));
            moments.add(new Moment(at + states.flush(), What.GPU, step));
            at += states.flush() + states.gpu();
        }
        moments.add(new Moment(at, What.STOP, step));
    }

    private List<Moment> stopped(ChannelStamp stamp, int sender, int other, Direction direction) {
        List<Moment> moments = new ArrayList<>();
        moments.add(new Moment(stamp.startNanos(), What.BEGIN, 0));
        for (int i = 0; i < STEPS_BEFORE_STOP; i++) {
            addStep(moments, stamp.startNanos(), i, direction, StepStates.NONE);
        }
        moments.add(new Moment(stamp.startNanos(), What.START, STEPS_BEFORE_STOP));
        if (direction == Direction.RECEIVE) {
            moments.add(new Moment(stamp.startNanos(), What.NETWORK, STEPS_BEFORE_STOP));
            return moments;
        }
        if (isWhereItStopped(sender) || isWhereItStopped(other)) {
            moments.add(new Moment(stamp.startNanos(), What.PEER, STEPS_BEFORE_STOP));
        }
        if (isWhereItStopped(sender)) {
            moments.add(new Moment(stamp.startNanos(), What.NETWORK, STEPS_BEFORE_STOP));
        }
        return moments;
    }

    private boolean isWhereItStopped(int rank) {
        return cluster.scenario().faults().stream()
                .anyMatch(fault -> fault instanceof Fault.Stop stop
                        && stop.form() == Fault.Form.STUCK_TRANSFER
                        && stop.rank() == rank);
    }
}
