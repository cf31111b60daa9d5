// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

/// Where the fields of an event's descriptor lie in one version of the interface. Typed from the
/// interface's facts: names, types and order of the fields.
final class Descriptors {
    /// More than the largest descriptor of any version.
    static final long BYTES = 192;

    final CStruct head;
    final CStruct groupApi;
    final CStruct collApi;
    final CStruct p2pApi;
    final CStruct kernelLaunch;
    final CStruct coll;
    final CStruct p2p;
    final CStruct kernelCh;
    final CStruct proxyOp;
    final CStruct proxyStep;
    final CStruct net;

    private Descriptors(ProfilerApi api) {
        this.head = head(api);
        this.groupApi = head.copy().octet("graphCaptured").integer("groupDepth");
        this.collApi = collApi(api);
        this.p2pApi = p2pApi(api);
        this.kernelLaunch = head.copy().pointer("stream");
        this.coll = coll(api);
        this.p2p = p2p(api);
        this.kernelCh = head.copy().octet("channelId").word("pTimer");
        this.proxyOp = head.copy()
                .integer("pid")
                .octet("channelId")
                .integer("peer")
                .integer("nSteps")
                .integer("chunkSize")
                .integer("isSend");
        this.proxyStep = head.copy().integer("step");
        this.net = head.copy().word("id").pointer("data");
    }

    static Descriptors of(ProfilerApi api) {
        return new Descriptors(api);
    }

    private static CStruct head(ProfilerApi api) {
        CStruct type =
                api.number() >= 5 ? CStruct.of().word("type") : CStruct.of().octet("type");
        return type.pointer("parentObj").integer("rank").aligned();
    }

    private CStruct collApi(ProfilerApi api) {
        CStruct fields = head.copy()
                .pointer("func")
                .word("count")
                .pointer("datatype")
                .integer("root")
                .pointer("stream")
                .octet("graphCaptured");
        return api.number() >= 7 ? fields.word("userTag") : fields;
    }

    private CStruct p2pApi(ProfilerApi api) {
        CStruct fields = head.copy()
                .pointer("func")
                .word("count")
                .pointer("datatype")
                .pointer("stream")
                .octet("graphCaptured");
        return api.number() >= 7 ? fields.word("userTag") : fields;
    }

    private CStruct coll(ProfilerApi api) {
        CStruct fields = named(api)
                .word("seqNumber")
                .pointer("func")
                .pointer("sendBuff")
                .pointer("recvBuff")
                .word("count")
                .integer("root")
                .pointer("datatype")
                .octet("nChannels")
                .octet("nWarps")
                .pointer("algo")
                .pointer("proto");
        if (api.number() >= 5) {
            fields.pointer("parentGroup");
        }
        if (api.number() >= 7) {
            fields.pointer("kernelVariant").octet("isSymColl").word("userTag");
        }
        return fields;
    }

    private CStruct p2p(ProfilerApi api) {
        CStruct fields = named(api)
                .pointer("func")
                .pointer("buff")
                .pointer("datatype")
                .word("count")
                .integer("peer");
        if (api.number() >= 4) {
            fields.octet("nChannels");
        }
        if (api.number() >= 5) {
            fields.pointer("parentGroup");
        }
        if (api.number() >= 7) {
            fields.word("userTag");
        }
        return fields;
    }

    private CStruct named(ProfilerApi api) {
        return api.tellsCommunicatorAtInit()
                ? head.copy()
                : head.copy().pointer("name").word("commHash");
    }
}
