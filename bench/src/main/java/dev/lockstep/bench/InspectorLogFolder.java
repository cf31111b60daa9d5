// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// Writes a folder of logs as Inspector of NCCL 2.30 does (v4.0): 8 ranks a node, two nodes a job, each rank in a
/// tensor, a data, a pipeline and the world communicator, dumped one communicator after the other. Which lines and
/// values there are depends on the seed alone. Without a number of nodes it is one.
///
/// ```
/// java -cp bench/target/classes dev.lockstep.bench.InspectorLogFolder FOLDER MEGABYTES [NODES]
/// ```
public final class InspectorLogFolder {
    private static final int NODE_RANKS = 8;
    private static final int JOB_RANKS = 16;
    private static final int FIRST_PID = 14_990;
    private static final int DUMP_RECORDS = 64;
    private static final int WRITE_BYTES = 1 << 20;
    private static final long SEED = 20261130;

    private static final List<Operation> TENSOR = List.of(
            new Operation("coll", "AllGather", 16 << 20, 620),
            new Operation("coll", "ReduceScatter", 16 << 20, 570),
            new Operation("coll", "AllReduce", 32 << 20, 590));
    private static final List<Operation> PARALLEL = List.of(
            new Operation("coll", "ReduceScatter", 32 << 20, 2_400),
            new Operation("coll", "AllGather", 16 << 20, 1_300));
    private static final List<Operation> PIPELINE =
            List.of(new Operation("p2p", "Send", 16 << 20, 630), new Operation("p2p", "Recv", 16 << 20, 830));
    private static final List<Operation> WORLD = List.of(new Operation("coll", "AllReduce", 1 << 20, 1_250));

    private record Operation(String kind, String name, long bytes, long micros) {}

    private record Group(String id, String name, int rank, int ranks, int nodes, List<Operation> operations) {}

    private final SplittableRandom random;
    private final int rank;
    private final int jobRank;
    private final String host;
    private final List<Group> groups;
    private final long[] numbers;
    private long timestampMicros = 1_796_004_884_627_031L;

    private InspectorLogFolder(int rank) {
        this.random = new SplittableRandom(SEED + rank);
        this.rank = rank;
        this.jobRank = rank % JOB_RANKS;
        this.host = host(rank);
        String job = "%02x".formatted(rank / JOB_RANKS);
        this.groups = List.of(
                new Group("c953c2c1eb" + job + jobRank % 4 + "e", "DP_" + jobRank % 4, jobRank / 4, 4, 2, PARALLEL),
                new Group("4ba1a52ddb" + job + jobRank / 4 + "2", "TP_" + jobRank / 4, jobRank % 4, 4, 1, TENSOR),
                new Group("24bfdced70" + job + jobRank % 8 + "7", "PP_" + jobRank % 8, jobRank / 8, 2, 2, PIPELINE),
                new Group("ef510a826c" + job + "18", "WORLD", jobRank, JOB_RANKS, 2, WORLD));
        this.numbers = new long[groups.size()];
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        int ranks = NODE_RANKS * (arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1);
        long bytes = Long.parseLong(arguments[1]) * 1_000_000 / ranks;
        for (int rank = 0; rank < ranks; rank++) {
            Path log = folder.resolve(host(rank) + "-pid" + (FIRST_PID + rank) + ".log");
            try (OutputStream out = Files.newOutputStream(log)) {
                new InspectorLogFolder(rank).write(out, bytes);
            }
        }
    }

    private static String host(int rank) {
        return "gpu-node-" + (char) ('a' + rank / NODE_RANKS);
    }

    private void write(OutputStream out, long bytes) throws IOException {
        StringBuilder text = new StringBuilder();
        for (long written = 0; written < bytes; ) {
            while (text.length() < WRITE_BYTES && written + text.length() < bytes) {
                dump(text);
            }
            out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
            written += text.length();
            text.setLength(0);
        }
    }

    /// What was gathered since the last dump; an operation's number counts by communicator and function.
    private void dump(StringBuilder text) {
        timestampMicros += 1_000_000;
        for (int group = 0; group < groups.size(); group++) {
            List<Operation> operations = groups.get(group).operations();
            for (int i = 0; i < DUMP_RECORDS; i++) {
                Operation operation = operations.get(i % operations.size());
                boolean collective = operation.kind().equals("coll");
                long number = collective ? numbers[group] / operations.size() : numbers[group] + 1;
                numbers[group]++;
                line(text, groups.get(group), operation, number);
            }
            // Inspector numbers by function: each dump ends at a whole round.
            numbers[group] += (operations.size() - numbers[group] % operations.size()) % operations.size();
        }
    }

    private void line(StringBuilder text, Group group, Operation operation, long number) {
        timestampMicros += 3 + random.nextInt(3);
        String kind = operation.kind();
        long micros = operation.micros() + random.nextLong(operation.micros() / 8);
        double bandwidth = operation.bytes() / 1000.0 / micros;
        text.append("{\"header\":{\"id\":\"0x").append(group.id());
        text.append("\",\"comm_name\":\"").append(group.name());
        text.append("\",\"rank\":").append(group.rank());
        text.append(",\"n_ranks\":")
                .append(group.ranks())
                .append(",\"nnodes\":")
                .append(group.nodes());
        text.append("},\"metadata\":{\"inspector_output_format_version\":\"v4.0\",\"git_rev\":\"unknown\",");
        text.append("\"rec_mechanism\":\"nccl_profiler_interface\",\"dump_timestamp_us\":")
                .append(timestampMicros);
        text.append(",\"hostname\":\"").append(host).append("\",\"pid\":").append(FIRST_PID + rank);
        text.append("},\"").append(kind).append("_perf\":{\"").append(kind).append("\":\"");
        text.append(operation.name())
                .append("\",\"")
                .append(kind)
                .append("_sn\":")
                .append(number);
        if (kind.equals("p2p")) {
            text.append(",\"p2p_peer\":").append(1 - jobRank / 8);
        }
        value(text, kind, "_msg_size_bytes").append(operation.bytes());
        value(text, kind, "_exec_time_us").append(micros);
        value(text, kind, "_timing_source").append("\"kernel_gpu\"");
        value(text, kind, "_algobw_gbs").append(String.format(Locale.ROOT, "%.6f", bandwidth));
        value(text, kind, "_busbw_gbs").append(String.format(Locale.ROOT, "%.6f", bandwidth * 0.75));
        text.append("}}\n");
    }

    private static StringBuilder value(StringBuilder text, String kind, String name) {
        return text.append(",\"").append(kind).append(name).append("\":");
    }
}
