// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.nccl.EventSender;
import dev.lockstep.simulator.nccl.EventType;
import dev.lockstep.simulator.nccl.ProfilerPlugin;
import dev.lockstep.simulator.timeline.OperationRun;
import java.util.List;

/// One communicator of one rank towards the plugin: its context, its progress thread, and the events
/// of a group on the application's thread in NCCL's order.
final class CommunicatorPlayer {
    private final ProfilerPlugin plugin;
    private final long context;
    private final int commRank;
    private final ProgressThread progress;

    CommunicatorPlayer(ProfilerPlugin plugin, long context, int commRank, ProgressThread progress) {
        this.plugin = plugin;
        this.context = context;
        this.commRank = commRank;
        this.progress = progress;
    }

    void start() {
        progress.start();
    }

    void joinProgress() throws InterruptedException {
        progress.join();
    }

    void finish() {
        plugin.finish(context);
    }

    /// All of NCCL's work on a group until it returns to the application.
    void enqueue(List<OperationRun> operations, boolean byCaller, EventSender sender) throws InterruptedException {
        int active = plugin.api().hasApiEvents()
                ? plugin.activeEvents()
                : plugin.activeEvents() & (EventType.GROUP | EventType.COLL | EventType.P2P);
        long groupApi = has(active, EventType.GROUP_API) ? sender.startGroupApi(context, commRank, byCaller) : 0;
        sender.recordGroupStarted(groupApi);
        long[] calls = call(operations, groupApi, active, sender);
        sender.recordGroupEnding(groupApi);
        if (has(active, EventType.KERNEL_LAUNCH)) {
            sender.stop(sender.startKernelLaunch(context, commRank, groupApi));
        }
        launch(operations, groupApi, calls, active, sender);
        sender.stop(groupApi);
    }

    private long[] call(List<OperationRun> operations, long groupApi, int active, EventSender sender) {
        long[] calls = new long[operations.size()];
        for (int i = 0; i < calls.length; i++) {
            OperationRun operation = operations.get(i);
            boolean p2p = operation.call().function().isPointToPoint();
            if (has(active, p2p ? EventType.P2P_API : EventType.COLL_API)) {
                calls[i] = sender.startCallApi(context, commRank, groupApi, operation.call());
                sender.stop(calls[i]);
            }
        }
        return calls;
    }

    /// Collectives first, then Send and Recv; then the work is posted, then all of them are stopped,
    /// which only means that they are enqueued.
    private void launch(List<OperationRun> operations, long groupApi, long[] calls, int active, EventSender sender)
            throws InterruptedException {
        if (hidden(operations)) {
            return;
        }
        long group = has(active, EventType.GROUP) ? sender.startGroup(context, commRank, groupApi) : 0;
        PlayedGroup played = new PlayedGroup(operations, plugin.api().showsChannelsToSelf());
        for (int i = 0; i < calls.length; i++) {
            OperationRun operation = operations.get(i);
            boolean p2p = operation.call().function().isPointToPoint();
            if (has(active, p2p ? EventType.P2P : EventType.COLL)) {
                played.setHandle(i, sender.startOperation(context, calls[i], group, operation));
            }
        }
        progress.post(played);
        for (int i = 0; i < calls.length; i++) {
            sender.stop(played.handle(i));
        }
        sender.stop(group);
    }

    /// Broadcasts whose events NCCL leaves out.
    private boolean hidden(List<OperationRun> operations) {
        return plugin.api().hidesBroadcasts() && operations.getFirst().call().function() == NcclFunction.BROADCAST;
    }

    private static boolean has(int active, int type) {
        return (active & type) != 0;
    }
}
