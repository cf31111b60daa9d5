// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

/// Writes lines as Inspector does, for tests.
record Line(String id, String name, int rank, int ranks, int nodes, String host, long pid, String version) {
    static Line of(String id, int rank, int ranks) {
        return new Line(id, "TP_0", rank, ranks, 1, "host-a", 100 + rank, "v4.0");
    }

    String prefix() {
        return "{\"header\":{\"id\":\"0x" + id + "\",\"comm_name\":\"" + name + "\",\"rank\":" + rank + ",\"n_ranks\":"
                + ranks + ",\"nnodes\":" + nodes + "},\"metadata\":{\"inspector_output_format_version\":\"" + version
                + "\",\"git_rev\":\"unknown\",\"rec_mechanism\":\"nccl_profiler_interface\","
                + "\"dump_timestamp_us\":1796004884627031,\"hostname\":\"" + host + "\",\"pid\":" + pid + "},";
    }

    String collective(String function, long sequence, long bytes, long micros) {
        return prefix() + payload(function, sequence, bytes, micros) + "}";
    }

    static String payload(String function, long sequence, long bytes, long micros) {
        return "\"coll_perf\":{\"coll\":\"" + function + "\",\"coll_sn\":" + sequence + ",\"coll_msg_size_bytes\":"
                + bytes + ",\"coll_exec_time_us\":" + micros + ",\"coll_timing_source\":\"kernel_gpu\","
                + "\"coll_algobw_gbs\":1.500000,\"coll_busbw_gbs\":2.250000}";
    }

    String pointToPoint(String function, long sequence, int peer, long bytes, long micros) {
        return prefix() + "\"p2p_perf\":{\"p2p\":\"" + function + "\",\"p2p_sn\":" + sequence + ",\"p2p_peer\":" + peer
                + ",\"p2p_msg_size_bytes\":" + bytes + ",\"p2p_exec_time_us\":" + micros
                + ",\"p2p_timing_source\":\"kernel_gpu\",\"p2p_algobw_gbs\":1.500000,\"p2p_busbw_gbs\":1.500000}}";
    }

    String dumpStats(long collectiveRecords, long collectivesDropped, long pointToPointDropped) {
        return prefix() + "\"dump_stats\":{\"coll_records\":" + collectiveRecords + ",\"coll_dropped_total\":"
                + collectivesDropped + ",\"coll_dropped_since_last_dump\":0,\"p2p_records\":0,\"p2p_dropped_total\":"
                + pointToPointDropped + ",\"p2p_dropped_since_last_dump\":0}}";
    }
}
