// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Sends the events of a proxy to a plugin from one thread, with those of NCCL's InfiniBand plugin in each step. Start
/// methods return the plugin's handle, 0 if it gave none.
public final class NetworkSender {
    private static final int STATE_SEND_GPU_WAIT = 8;
    private static final int STATE_SEND_WAIT = 9;
    private static final int STATE_RECV_WAIT = 10;
    private static final int STATE_RECV_FLUSH_WAIT = 11;
    private static final int STATE_RECV_GPU_WAIT = 12;
    private static final int STATE_PROXY_OP_IN_PROGRESS = 19;
    private static final int STATE_SEND_PEER_WAIT = 20;
    /// Type 1 << 16, version 1.
    private static final long INFINIBAND = 1 << 16 | 1;

    private static final byte QUEUE_PAIR = 1;
    private static final long NULL = 0;

    private final ProfilerApi api;
    private final Functions functions;
    private final Descriptors layout;
    private final int pid = Math.toIntExact(ProcessHandle.current().pid());
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment descriptor = arena.allocate(Descriptors.BYTES, Long.BYTES);
    private final MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
    private final MemorySegment arguments = arena.allocate(64, Long.BYTES);
    private final CStruct queuePair = CStruct.of()
            .octet("type")
            .aligned()
            .integer("device")
            .word("wrId")
            .integer("opcode")
            .integer("qpNum")
            .word("length");
    private final MemorySegment data = arena.allocate(64, Long.BYTES);

    NetworkSender(ProfilerApi api, Functions functions) {
        this.api = api;
        this.functions = functions;
        this.layout = Descriptors.of(api);
    }

    /// One channel and direction of an operation begins.
    public long startProxy(long context, long parent, int channel, int peer, boolean sends, int steps) {
        begin(EventType.PROXY_OP, parent);
        putInt(layout.proxyOp, "pid", pid);
        descriptor.set(ValueLayout.JAVA_BYTE, layout.proxyOp.at("channelId"), (byte) channel);
        putInt(layout.proxyOp, "peer", peer);
        putInt(layout.proxyOp, "nSteps", steps);
        putInt(layout.proxyOp, "chunkSize", 1 << 19);
        putInt(layout.proxyOp, "isSend", sends ? 1 : 0);
        long event = start(context);
        record(event, STATE_PROXY_OP_IN_PROGRESS, 0);
        return event;
    }

    /// A step begins; a send waits for its GPU from then on.
    public long startStep(long context, long parent, int number, boolean sends) {
        if (parent == NULL) {
            return NULL;
        }
        begin(EventType.PROXY_STEP, parent);
        putInt(layout.proxyStep, "step", number);
        long event = start(context);
        if (sends) {
            record(event, STATE_SEND_GPU_WAIT, 0);
        }
        return event;
    }

    /// A send has its data and looks for room at the peer.
    public void recordPeerWait(long step) {
        record(step, STATE_SEND_PEER_WAIT, 0);
    }

    /// The network has taken a request: of a queue pair on that device.
    public void recordNetworkWait(long context, long step, boolean sends, long bytes, int device) {
        if (step == NULL) {
            return;
        }
        data.set(ValueLayout.JAVA_BYTE, queuePair.at("type"), QUEUE_PAIR);
        data.set(ValueLayout.JAVA_INT, queuePair.at("device"), device);
        data.set(ValueLayout.JAVA_LONG, queuePair.at("length"), bytes);
        begin(EventType.NET_PLUGIN, step);
        descriptor.set(ValueLayout.JAVA_LONG, layout.net.at("id"), INFINIBAND);
        descriptor.set(ValueLayout.JAVA_LONG, layout.net.at("data"), data.address());
        stop(start(context));
        record(step, sends ? STATE_SEND_WAIT : STATE_RECV_WAIT, sends ? bytes : 0);
    }

    /// A receive has its data.
    public void recordFlushWait(long step, long bytes) {
        record(step, STATE_RECV_FLUSH_WAIT, bytes);
    }

    /// The GPU of a receive can see its data.
    public void recordGpuWait(long step, long bytes) {
        record(step, STATE_RECV_GPU_WAIT, bytes);
    }

    /// Ends a step or an operation.
    public void stop(long event) {
        if (event != NULL) {
            int _ = functions.stop(event);
        }
    }

    private void record(long event, int state, long bytes) {
        if (event != NULL) {
            arguments.set(ValueLayout.JAVA_LONG, 0, bytes);
            int _ = functions.record(event, state, arguments.address());
        }
    }

    private void begin(int type, long parent) {
        descriptor.fill((byte) 0);
        if (api.number() >= 5) {
            descriptor.set(ValueLayout.JAVA_LONG, layout.head.at("type"), type);
        } else {
            descriptor.set(ValueLayout.JAVA_BYTE, layout.head.at("type"), (byte) type);
        }
        descriptor.set(ValueLayout.JAVA_LONG, layout.head.at("parentObj"), parent);
    }

    private void putInt(CStruct fields, String name, int value) {
        descriptor.set(ValueLayout.JAVA_INT, fields.at(name), value);
    }

    private long start(long context) {
        handle.set(ValueLayout.JAVA_LONG, 0, NULL);
        int result = functions.start(context, handle.address(), descriptor.address());
        return result == 0 ? handle.get(ValueLayout.JAVA_LONG, 0) : NULL;
    }
}
