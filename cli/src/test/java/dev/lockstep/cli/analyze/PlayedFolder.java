// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/// Plays a training job in memory and writes what Inspector would have written of it: tensor groups of neighbours, data
/// groups across, one communicator of all; each rank computes, then meets its group, and leaves when the last has come
/// and the data has moved.
final class PlayedFolder {
    private static final long START_MICROS = 1_796_004_884_000_000L;

    /// What a rank does in one step: an operation of one of its groups.
    private record Call(String group, String function, long bytes, int transferMicros) {}

    private record Group(String name, String id, List<Integer> ranks, int nodes) {}

    private final SplittableRandom random;
    private final int ranks;
    private final int tensor;
    private final int ranksOfNode;
    private final Map<Integer, Double> computeFactors = new HashMap<>();
    private final Map<String, Double> transferFactors = new HashMap<>();
    private final List<StringBuilder> files = new ArrayList<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final double[] clocks;
    private int steps = 60;
    private int faultFrom;
    private int pauseEvery = Integer.MAX_VALUE;
    private int computeMicros = 2000;
    private boolean hasWorld = true;
    private int pidOffset = 4000;
    private String hosts = "node-";

    PlayedFolder(int ranks, int tensor, int ranksOfNode, long seed) {
        this.random = new SplittableRandom(seed);
        this.ranks = ranks;
        this.tensor = tensor;
        this.ranksOfNode = ranksOfNode;
        this.clocks = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            files.add(new StringBuilder());
        }
    }

    PlayedFolder steps(int count) {
        steps = count;
        return this;
    }

    /// From that step on a fault shows.
    PlayedFolder faultFrom(int step) {
        faultFrom = step;
        return this;
    }

    PlayedFolder slowRank(int rank, double factor) {
        computeFactors.put(rank, factor);
        return this;
    }

    PlayedFolder slowGroup(String name, double factor) {
        transferFactors.put(name, factor);
        return this;
    }

    /// Rank 0 pauses for long every so many steps, as for a checkpoint.
    PlayedFolder pauseEvery(int count) {
        pauseEvery = count;
        return this;
    }

    PlayedFolder compute(int micros) {
        computeMicros = micros;
        return this;
    }

    PlayedFolder withoutWorld() {
        hasWorld = false;
        return this;
    }

    /// Another job: other processes, other hosts and other ids.
    PlayedFolder asJob(String prefix, int firstPid) {
        hosts = prefix;
        pidOffset = firstPid;
        return this;
    }

    private List<Group> groupsOf(int rank) {
        List<Group> groups = new ArrayList<>();
        if (tensor > 1) {
            int first = rank / tensor * tensor;
            groups.add(group("TP_" + rank / tensor, first, 1, tensor));
        }
        if (tensor < ranks) {
            groups.add(group("DP_" + rank % tensor, rank % tensor, tensor, ranks / tensor));
        }
        if (hasWorld) {
            groups.add(group("WORLD", 0, 1, ranks));
        }
        return groups;
    }

    private Group group(String name, int first, int stride, int count) {
        List<Integer> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(first + i * stride);
        }
        long nodes =
                members.stream().map(member -> member / ranksOfNode).distinct().count();
        String id = String.format(Locale.ROOT, "%014x", ((name + hosts).hashCode() * 2654435761L) & 0xffffffffffffffL);
        return new Group(name, id, members, (int) nodes);
    }

    private List<Call> calls(Group group) {
        if (group.name().startsWith("TP")) {
            return List.of(
                    new Call(group.name(), "AllGather", 16 << 20, 185),
                    new Call(group.name(), "AllReduce", 32 << 20, 188));
        }
        if (group.name().startsWith("DP")) {
            return List.of(
                    new Call(group.name(), "ReduceScatter", 32 << 20, 2300),
                    new Call(group.name(), "AllGather", 16 << 20, 1170));
        }
        return List.of(new Call(group.name(), "AllReduce", 1 << 20, 71));
    }

    private void play() {
        for (int step = 0; step < steps; step++) {
            for (String kind : List.of("TP", "DP", "WORLD")) {
                Map<String, Group> met = new LinkedHashMap<>();
                for (int rank = 0; rank < ranks; rank++) {
                    groupsOf(rank).stream()
                            .filter(group -> group.name().startsWith(kind))
                            .forEach(group -> met.putIfAbsent(group.name(), group));
                }
                for (Group group : met.values()) {
                    for (Call call : calls(group)) {
                        operation(step, group, call);
                    }
                }
            }
        }
    }

    private void operation(int step, Group group, Call call) {
        double[] arrivals = new double[ranks];
        double last = 0;
        for (int rank : group.ranks()) {
            double factor = step >= faultFrom ? computeFactors.getOrDefault(rank, 1.0) : 1;
            double compute = computeMicros * factor * noise();
            boolean pauses = rank == 0 && step % pauseEvery == pauseEvery - 1 && call.transferMicros() == 71;
            arrivals[rank] = clocks[rank] + compute + (pauses ? 300_000 : 0);
            last = Math.max(last, arrivals[rank]);
        }
        double slow = step >= faultFrom ? transferFactors.getOrDefault(group.name(), 1.0) : 1;
        double end = last + call.transferMicros() * slow * noise();
        String key = group.name() + call.function();
        long number = numbers.merge(key, 1L, Long::sum) - 1;
        for (int rank : group.ranks()) {
            line(rank, group, call, number, (long) (end - arrivals[rank]));
            clocks[rank] = end;
        }
    }

    private double noise() {
        return 0.97 + 0.06 * random.nextDouble();
    }

    private void line(int rank, Group group, Call call, long number, long micros) {
        long stamp = START_MICROS + (long) clocks[rank] / 100_000 * 100_000 + 100_000;
        double bandwidth = call.bytes() / 1e3 / Math.max(micros, 1);
        files.get(rank)
                .append("{\"header\":{\"id\":\"0x" + group.id() + "\",\"comm_name\":\"" + group.name() + "\",\"rank\":"
                        + group.ranks().indexOf(rank) + ",\"n_ranks\":"
                        + group.ranks().size() + ",\"nnodes\":"
                        + group.nodes() + "},\"metadata\":{\"inspector_output_format_version\":\"v4.0\","
                        + "\"git_rev\":\"unknown\",\"rec_mechanism\":\"nccl_profiler_interface\",\"dump_timestamp_us\":"
                        + stamp + ",\"hostname\":\"" + host(rank) + "\",\"pid\":" + (pidOffset + rank)
                        + "},\"coll_perf\":{\"coll\":\"" + call.function() + "\",\"coll_sn\":" + number
                        + ",\"coll_msg_size_bytes\":" + call.bytes() + ",\"coll_exec_time_us\":" + micros
                        + ",\"coll_timing_source\":\"kernel_gpu\",\"coll_algobw_gbs\":"
                        + String.format(Locale.ROOT, "%.6f", bandwidth) + ",\"coll_busbw_gbs\":"
                        + String.format(Locale.ROOT, "%.6f", bandwidth) + "}}\n");
    }

    private String host(int rank) {
        return hosts + (char) ('a' + rank / ranksOfNode);
    }

    /// Writes a file for each rank.
    PlayedFolder into(Path folder) throws IOException {
        play();
        for (int rank = 0; rank < ranks; rank++) {
            Files.writeString(file(folder, rank), files.get(rank));
        }
        return this;
    }

    /// Where a rank's file lies.
    Path file(Path folder, int rank) {
        return folder.resolve(host(rank) + "-pid" + (pidOffset + rank) + ".log");
    }
}
