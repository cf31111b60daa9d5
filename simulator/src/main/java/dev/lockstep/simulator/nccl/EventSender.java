// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.program.Datatype;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.topology.Communicator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Sends events to a plugin from one thread: fills the descriptor as NCCL does in that version of the
/// interface. Start methods return the plugin's handle, 0 if it gave none; nothing more is sent of an
/// event without handle.
public final class EventSender {
    private static final int STATE_KERNEL_CH_STOP = 22;
    private static final int STATE_GROUP_START_API_STOP = 23;
    private static final int STATE_GROUP_END_API_START = 24;
    private static final long STREAM = 0x7f0000005000L;
    private static final long BUFFER = 0x7f1200000000L;
    private static final byte WARPS = 16;
    private static final long NULL = 0;

    private final ProfilerApi api;
    private final Functions functions;
    private final Descriptors layout;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment descriptor = arena.allocate(Descriptors.BYTES, Long.BYTES);
    private final MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
    private final MemorySegment arguments = arena.allocate(64, Long.BYTES);

    EventSender(ProfilerApi api, Functions functions) {
        this.api = api;
        this.functions = functions;
        this.layout = Descriptors.of(api);
    }

    /// The outermost group of the application, or the one that NCCL makes for a single call.
    public long startGroupApi(long context, int rank, boolean byCaller) {
        begin(EventType.GROUP_API, NULL, rank);
        putInt(layout.groupApi, "groupDepth", byCaller ? 2 : 1);
        return start(context);
    }

    /// A call of the application.
    public long startCallApi(long context, int rank, long parent, Call call) {
        boolean p2p = call.function().isPointToPoint();
        CStruct fields = p2p ? layout.p2pApi : layout.collApi;
        begin(p2p ? EventType.P2P_API : EventType.COLL_API, parent, rank);
        putLong(fields, "func", Strings.address(call.function().ncclName()));
        putLong(fields, "count", call.count());
        putLong(fields, "datatype", Strings.address(call.datatype().ncclName()));
        putLong(fields, "stream", STREAM);
        if (!p2p) {
            putInt(fields, "root", call.root());
        }
        return start(context);
    }

    /// The launch of a kernel.
    public long startKernelLaunch(long context, int rank, long parent) {
        begin(EventType.KERNEL_LAUNCH, parent, rank);
        putLong(layout.kernelLaunch, "stream", STREAM);
        return start(context);
    }

    /// A group of operations of one kernel.
    public long startGroup(long context, int rank, long parent) {
        begin(EventType.GROUP, parent, rank);
        return start(context);
    }

    /// An operation that is enqueued.
    public long startOperation(long context, long apiParent, long group, OperationRun operation) {
        Communicator communicator = operation.group().launch().communicator();
        int rank = communicator.commRank(operation.group().rank());
        long parent = api.hasApiEvents() ? apiParent : group;
        boolean p2p = operation.call().function().isPointToPoint();
        begin(p2p ? EventType.P2P : EventType.COLL, parent, rank);
        CStruct fields = p2p ? layout.p2p : layout.coll;
        if (!api.tellsCommunicatorAtInit()) {
            putLong(fields, "name", Strings.addressOrNull(communicator.name()));
            putLong(fields, "commHash", communicator.hash());
        }
        if (api.hasApiEvents()) {
            putLong(fields, "parentGroup", group);
        }
        if (p2p) {
            putSendOrRecv(operation);
        } else {
            putCollective(operation);
        }
        return start(context);
    }

    /// A channel whose kernel has begun.
    ///
    /// @param startGpu on the GPU's clock
    public long startChannel(long context, long parent, int channel, long startGpu) {
        begin(EventType.KERNEL_CH, parent, 0);
        putByte(layout.kernelCh, "channelId", channel);
        if (api.hasGpuStamps()) {
            putLong(layout.kernelCh, "pTimer", startGpu);
        }
        return start(context);
    }

    /// The channel's kernel has ended: its stamp, then the end of the event.
    public void stopChannel(long event, long stopGpu) {
        if (event == NULL) {
            return;
        }
        if (api.hasGpuStamps()) {
            arguments.set(ValueLayout.JAVA_LONG, 0, stopGpu);
            int _ = functions.record(event, STATE_KERNEL_CH_STOP, arguments.address());
        }
        stop(event);
    }

    /// The application's GroupStart has returned.
    public void recordGroupStarted(long event) {
        recordGroup(event, STATE_GROUP_START_API_STOP);
    }

    /// The application calls GroupEnd.
    public void recordGroupEnding(long event) {
        recordGroup(event, STATE_GROUP_END_API_START);
    }

    /// Ends an event.
    public void stop(long event) {
        if (event != NULL) {
            int _ = functions.stop(event);
        }
    }

    /// The newest versions pass no arguments, the version before them a union nobody wrote to.
    private void recordGroup(long event, int state) {
        if (event != NULL) {
            long union = api.number() >= 6 ? NULL : arguments.address();
            int _ = functions.record(event, state, union);
        }
    }

    /// AllGather and Broadcast only move bytes, so NCCL tells them as such and the caller's type is lost.
    private void putCollective(OperationRun operation) {
        Call call = operation.call();
        CStruct fields = layout.coll;
        boolean bytes = call.function() == NcclFunction.ALL_GATHER || call.function() == NcclFunction.BROADCAST;
        Datatype datatype = bytes ? Datatype.INT8 : call.datatype();
        putLong(fields, "seqNumber", operation.sequence().orElseThrow());
        putLong(fields, "func", Strings.address(call.function().ncclName()));
        putLong(fields, "sendBuff", BUFFER);
        putLong(fields, "recvBuff", BUFFER + (1L << 32));
        putLong(fields, "count", bytes ? call.count() * call.datatype().bytes() : call.count());
        putInt(fields, "root", call.root());
        putLong(fields, "datatype", Strings.address(datatype.ncclName()));
        putByte(fields, "nChannels", operation.choice().reportedChannels());
        putByte(fields, "nWarps", WARPS);
        putLong(fields, "algo", Strings.address(operation.choice().algorithm()));
        putLong(fields, "proto", Strings.address(operation.choice().protocol()));
    }

    /// Version 4 forgets the number of channels and sends what lay on the stack.
    private void putSendOrRecv(OperationRun operation) {
        Call call = operation.call();
        CStruct fields = layout.p2p;
        putLong(fields, "func", Strings.address(call.function().ncclName()));
        putLong(fields, "buff", BUFFER);
        putLong(fields, "datatype", Strings.address(call.datatype().ncclName()));
        putLong(fields, "count", call.count());
        putInt(fields, "peer", call.peer());
        if (api == ProfilerApi.V4) {
            putByte(fields, "nChannels", (int) (operation.operation() * 37 + 11));
        } else if (fields.has("nChannels")) {
            putByte(fields, "nChannels", operation.choice().reportedChannels());
        }
    }

    private void begin(int type, long parent, int rank) {
        descriptor.fill((byte) 0);
        if (api.number() >= 5) {
            putLong(layout.head, "type", type);
        } else {
            putByte(layout.head, "type", type);
        }
        putLong(layout.head, "parentObj", parent);
        putInt(layout.head, "rank", rank);
    }

    private long start(long context) {
        handle.set(ValueLayout.JAVA_LONG, 0, NULL);
        int result = functions.start(context, handle.address(), descriptor.address());
        return result == 0 ? handle.get(ValueLayout.JAVA_LONG, 0) : NULL;
    }

    private void putLong(CStruct fields, String name, long value) {
        descriptor.set(ValueLayout.JAVA_LONG, fields.at(name), value);
    }

    private void putInt(CStruct fields, String name, int value) {
        descriptor.set(ValueLayout.JAVA_INT, fields.at(name), value);
    }

    private void putByte(CStruct fields, String name, int value) {
        descriptor.set(ValueLayout.JAVA_BYTE, fields.at(name), (byte) value);
    }
}
