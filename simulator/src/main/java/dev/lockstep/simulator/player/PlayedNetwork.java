// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.simulator.nccl.NetworkSender;
import dev.lockstep.simulator.network.Moment;
import dev.lockstep.simulator.network.NetworkPart;
import dev.lockstep.simulator.network.NetworkPlan;

/// One part of an operation on the network while it is played: its handles at the plugin.
final class PlayedNetwork {
    private final NetworkPart part;
    private final long context;
    private final long parent;
    private final long[] steps = new long[NetworkPlan.STEPS];
    private long proxy;

    /// `parent` is the handle of its operation.
    PlayedNetwork(NetworkPart part, long context, long parent) {
        this.part = part;
        this.context = context;
        this.parent = parent;
    }

    private boolean sends() {
        return part.direction() == Direction.SEND;
    }

    void play(Moment moment, NetworkSender sender) {
        long step = steps[moment.step()];
        switch (moment.what()) {
            case BEGIN ->
                proxy = sender.startProxy(context, parent, part.channel(), part.peer(), sends(), NetworkPlan.STEPS);
            case START -> steps[moment.step()] = sender.startStep(context, proxy, moment.step(), sends());
            case PEER -> sender.recordPeerWait(step);
            case NETWORK -> sender.recordNetworkWait(context, step, sends(), part.stepBytes(), part.device());
            case FLUSH -> sender.recordFlushWait(step, part.stepBytes());
            case GPU -> sender.recordGpuWait(step, part.stepBytes());
            case STOP -> sender.stop(step);
            case END -> sender.stop(proxy);
        }
    }
}
