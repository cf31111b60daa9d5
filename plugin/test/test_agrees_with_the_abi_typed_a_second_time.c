/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plugin's header and driver_abi.h were typed apart from each other: every field that the
 * plugin reads lies where the driver has it and is as wide, in each version, and the constants are
 * the same.
 */
#include "../include/nccl_profiler_abi.h"
#include "check.h"
#include "driver_abi.h"
#include "driver_abi_old.h"

#define WIDTH(type, field) sizeof(((type *)0)->field)
#define CHECK_SAME(ours, our_field, theirs, their_field)                       \
    do {                                                                       \
        CHECK_EQUAL(offsetof(ours, our_field), offsetof(theirs, their_field)); \
        CHECK_EQUAL(WIDTH(ours, our_field), WIDTH(theirs, their_field));       \
    } while (0)
/* The same field in all of versions 5, 6 and 7. */
#define CHECK_NEWER(our_field, their_field)                                     \
    do {                                                                        \
        CHECK_SAME(nccl_event_v7_t, our_field, driver_event_v7_t, their_field); \
        CHECK_SAME(nccl_event_v7_t, our_field, driver_event_v6_t, their_field); \
        CHECK_SAME(nccl_event_v7_t, our_field, driver_event_v5_t, their_field); \
    } while (0)
#define CHECK_V4(our_field, their_field) \
    CHECK_SAME(nccl_event_v4_t, our_field, driver_event_v4_t, their_field)
#define CHECK_V3(our_field, their_field) \
    CHECK_SAME(nccl_event_v3_t, our_field, driver_event_v3_t, their_field)

static void check_versions_5_to_7(void) {
    CHECK_NEWER(type, type);
    CHECK_NEWER(parent, parentObj);
    CHECK_NEWER(rank, rank);
    CHECK_NEWER(group_api.graph_captured, groupApi.graphCaptured);
    CHECK_NEWER(group_api.group_depth, groupApi.groupDepth);
    CHECK_NEWER(coll_api.function, collApi.func);
    CHECK_NEWER(coll_api.count, collApi.count);
    CHECK_NEWER(coll_api.datatype, collApi.datatype);
    CHECK_NEWER(coll_api.root, collApi.root);
    CHECK_NEWER(coll_api.graph_captured, collApi.graphCaptured);
    CHECK_NEWER(p2p_api.function, p2pApi.func);
    CHECK_NEWER(p2p_api.count, p2pApi.count);
    CHECK_NEWER(p2p_api.datatype, p2pApi.datatype);
    CHECK_NEWER(p2p_api.graph_captured, p2pApi.graphCaptured);
    CHECK_NEWER(coll.sequence, coll.seqNumber);
    CHECK_NEWER(coll.function, coll.func);
    CHECK_NEWER(coll.count, coll.count);
    CHECK_NEWER(coll.root, coll.root);
    CHECK_NEWER(coll.datatype, coll.datatype);
    CHECK_NEWER(coll.channels, coll.nChannels);
    CHECK_NEWER(coll.algorithm, coll.algo);
    CHECK_NEWER(coll.protocol, coll.proto);
    CHECK_NEWER(coll.parent_group, coll.parentGroup);
    CHECK_NEWER(p2p.function, p2p.func);
    CHECK_NEWER(p2p.datatype, p2p.datatype);
    CHECK_NEWER(p2p.count, p2p.count);
    CHECK_NEWER(p2p.peer, p2p.peer);
    CHECK_NEWER(p2p.channels, p2p.nChannels);
    CHECK_NEWER(p2p.parent_group, p2p.parentGroup);
    CHECK_NEWER(proxy_op.pid, proxyOp.pid);
    CHECK_NEWER(proxy_op.channel, proxyOp.channelId);
    CHECK_NEWER(proxy_op.peer, proxyOp.peer);
    CHECK_NEWER(proxy_op.steps, proxyOp.nSteps);
    CHECK_NEWER(proxy_op.chunk_bytes, proxyOp.chunkSize);
    CHECK_NEWER(proxy_op.sends, proxyOp.isSend);
    CHECK_NEWER(proxy_step.number, proxyStep.step);
    CHECK_NEWER(net.id, netPlugin.id);
    CHECK_NEWER(net.data, netPlugin.data);
    CHECK_NEWER(kernel_ch.channel, kernelCh.channelId);
    CHECK_NEWER(kernel_ch.start_gpu, kernelCh.pTimer);
}

static void check_what_came_later(void) {
    CHECK_SAME(nccl_event_v7_t, ce_coll.function, driver_event_v7_t, ceColl.func);
    CHECK_SAME(nccl_event_v7_t, ce_coll.function, driver_event_v6_t, ceColl.func);
    CHECK_SAME(nccl_event_v7_t, ce_coll.count, driver_event_v7_t, ceColl.count);
    CHECK_SAME(nccl_event_v7_t, ce_coll.count, driver_event_v6_t, ceColl.count);
    CHECK_SAME(nccl_event_v7_t, ce_coll.datatype, driver_event_v7_t, ceColl.datatype);
    CHECK_SAME(nccl_event_v7_t, ce_coll.datatype, driver_event_v6_t, ceColl.datatype);
    CHECK_SAME(nccl_event_v7_t, coll.kernel_variant, driver_event_v7_t, coll.kernelVariant);
    CHECK_SAME(nccl_event_v7_t, coll.symmetric, driver_event_v7_t, coll.isSymColl);
    CHECK_SAME(nccl_event_v7_t, coll.user_tag, driver_event_v7_t, coll.userTag);
    CHECK_SAME(nccl_event_v7_t, p2p.user_tag, driver_event_v7_t, p2p.userTag);
}

static void check_version_4(void) {
    CHECK_V4(type, type);
    CHECK_V4(parent, parentObj);
    CHECK_V4(rank, rank);
    CHECK_V4(coll.sequence, coll.seqNumber);
    CHECK_V4(coll.function, coll.func);
    CHECK_V4(coll.count, coll.count);
    CHECK_V4(coll.datatype, coll.datatype);
    CHECK_V4(coll.channels, coll.nChannels);
    CHECK_V4(coll.algorithm, coll.algo);
    CHECK_V4(coll.protocol, coll.proto);
    CHECK_V4(p2p.function, p2p.func);
    CHECK_V4(p2p.datatype, p2p.datatype);
    CHECK_V4(p2p.count, p2p.count);
    CHECK_V4(p2p.peer, p2p.peer);
    CHECK_V4(proxy_op.pid, proxyOp.pid);
    CHECK_V4(proxy_op.channel, proxyOp.channelId);
    CHECK_V4(proxy_op.peer, proxyOp.peer);
    CHECK_V4(proxy_op.steps, proxyOp.nSteps);
    CHECK_V4(proxy_op.sends, proxyOp.isSend);
    CHECK_V4(proxy_step.number, proxyStep.step);
    CHECK_V4(net.id, netPlugin.id);
    CHECK_V4(net.data, netPlugin.data);
    CHECK_V4(kernel_ch.channel, kernelCh.channelId);
    CHECK_V4(kernel_ch.start_gpu, kernelCh.pTimer);
}

static void check_version_3(void) {
    CHECK_V3(type, type);
    CHECK_V3(parent, parentObj);
    CHECK_V3(rank, rank);
    CHECK_V3(coll.communicator_name, coll.name);
    CHECK_V3(coll.communicator_hash, coll.commHash);
    CHECK_V3(coll.sequence, coll.seqNumber);
    CHECK_V3(coll.function, coll.func);
    CHECK_V3(coll.count, coll.count);
    CHECK_V3(coll.datatype, coll.datatype);
    CHECK_V3(coll.channels_max, coll.nMaxChannels);
    CHECK_V3(coll.algorithm, coll.algo);
    CHECK_V3(coll.protocol, coll.proto);
    CHECK_V3(p2p.communicator_name, p2p.name);
    CHECK_V3(p2p.communicator_hash, p2p.commHash);
    CHECK_V3(p2p.function, p2p.func);
    CHECK_V3(p2p.datatype, p2p.datatype);
    CHECK_V3(p2p.count, p2p.count);
    CHECK_V3(p2p.peer, p2p.peer);
    CHECK_V3(proxy_op.pid, proxyOp.pid);
    CHECK_V3(kernel_ch.channel, kernelCh.channelId);
}

static void check_network(void) {
    CHECK_EQUAL(NCCL_NET_IB, NET_IB);
    CHECK_EQUAL(NCCL_NET_SOCKET, NET_SOCKET);
    CHECK_SAME(nccl_net_ib_v1_t, type, driver_net_ib_t, type);
    CHECK_SAME(nccl_net_ib_v1_t, queue_pair.device, driver_net_ib_t, qp.device);
    CHECK_SAME(nccl_net_ib_v1_t, queue_pair.bytes, driver_net_ib_t, qp.length);
    CHECK_EQUAL(sizeof(nccl_net_ib_v1_t), sizeof(driver_net_ib_t));
    CHECK_SAME(nccl_net_socket_v1_t, type, driver_net_socket_t, type);
    CHECK_SAME(nccl_net_socket_v1_t, socket.bytes, driver_net_socket_t, sock.length);
    CHECK_EQUAL(sizeof(nccl_net_socket_v1_t), sizeof(driver_net_socket_t));
    CHECK_SAME(nccl_event_state_t, proxy_step.bytes, driver_args_t, proxyStep.transSize);
    CHECK_EQUAL(NCCL_STATE_SEND_GPU_WAIT, STATE_PROXY_STEP_SEND_GPU_WAIT);
    CHECK_EQUAL(NCCL_STATE_SEND_PEER_WAIT, STATE_PROXY_STEP_SEND_PEER_WAIT);
    CHECK_EQUAL(NCCL_STATE_SEND_WAIT, STATE_PROXY_STEP_SEND_WAIT);
    CHECK_EQUAL(NCCL_STATE_RECV_WAIT, STATE_PROXY_STEP_RECV_WAIT);
    CHECK_EQUAL(NCCL_STATE_RECV_FLUSH_WAIT, STATE_PROXY_STEP_RECV_FLUSH_WAIT);
    CHECK_EQUAL(NCCL_STATE_RECV_GPU_WAIT, STATE_PROXY_STEP_RECV_GPU_WAIT);
}

static void check_constants_and_structs(void) {
    CHECK_EQUAL(NCCL_EVENT_GROUP, EVENT_GROUP);
    CHECK_EQUAL(NCCL_EVENT_COLL, EVENT_COLL);
    CHECK_EQUAL(NCCL_EVENT_P2P, EVENT_P2P);
    CHECK_EQUAL(NCCL_EVENT_PROXY_OP, EVENT_PROXY_OP);
    CHECK_EQUAL(NCCL_EVENT_PROXY_STEP, EVENT_PROXY_STEP);
    CHECK_EQUAL(NCCL_EVENT_PROXY_CTRL, EVENT_PROXY_CTRL);
    CHECK_EQUAL(NCCL_EVENT_KERNEL_CH, EVENT_KERNEL_CH);
    CHECK_EQUAL(NCCL_EVENT_NET_PLUGIN, EVENT_NET_PLUGIN);
    CHECK_EQUAL(NCCL_EVENT_GROUP_API, EVENT_GROUP_API);
    CHECK_EQUAL(NCCL_EVENT_COLL_API, EVENT_COLL_API);
    CHECK_EQUAL(NCCL_EVENT_P2P_API, EVENT_P2P_API);
    CHECK_EQUAL(NCCL_EVENT_KERNEL_LAUNCH, EVENT_KERNEL_LAUNCH);
    CHECK_EQUAL(NCCL_EVENT_CE_COLL, EVENT_CE_COLL);
    CHECK_EQUAL(NCCL_EVENT_CE_SYNC, EVENT_CE_SYNC);
    CHECK_EQUAL(NCCL_EVENT_CE_BATCH, EVENT_CE_BATCH);
    CHECK_EQUAL(NCCL_EVENT_KERNEL_PHASE, EVENT_KERNEL_PHASE);
    CHECK_EQUAL(NCCL_STATE_KERNEL_CH_STOP, STATE_KERNEL_CH_STOP);
    CHECK_SAME(nccl_event_state_t, kernel_ch.stop_gpu, driver_args_t, kernelCh.pTimer);
    CHECK_SAME(nccl_profiler_v5_t, init, driver_profiler_t, init);
    CHECK_SAME(nccl_profiler_v5_t, start_event, driver_profiler_t, startEvent);
    CHECK_SAME(nccl_profiler_v5_t, stop_event, driver_profiler_t, stopEvent);
    CHECK_SAME(nccl_profiler_v5_t, record_event_state, driver_profiler_t, recordEventState);
    CHECK_SAME(nccl_profiler_v5_t, finalize, driver_profiler_t, finalize);
    CHECK_EQUAL(sizeof(nccl_profiler_v5_t), sizeof(driver_profiler_t));
    CHECK_EQUAL(sizeof(nccl_profiler_v4_t), sizeof(driver_profiler_v4_t));
    CHECK_EQUAL(sizeof(nccl_profiler_v3_t), sizeof(driver_profiler_v3_t));
    CHECK_EQUAL(sizeof(nccl_event_v7_t), sizeof(driver_event_v7_t));
}

int main(void) {
    check_versions_5_to_7();
    check_what_came_later();
    check_version_4();
    check_version_3();
    check_network();
    check_constants_and_structs();
    return check_result();
}
