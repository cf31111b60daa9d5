// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.LongStream;

/// Logs of one communicator's ranks that tests write; each write moves the time of change on, so none is overlooked.
final class InspectorLogs {
    private static final Instant BEGIN = Instant.parse("2026-11-30T00:00:00Z");

    /// When the last writes still may go on, and when all are quiet.
    static final Instant SOON = BEGIN.plusSeconds(60);

    static final Instant QUIET = SOON.plus(InspectorLimits.QUIET_AFTER);

    private final Path folder;
    private long changes;

    InspectorLogs(Path folder) {
        this.folder = folder;
    }

    Path path(int rank) {
        return folder.resolve("host-a-pid" + (100 + rank) + ".log");
    }

    void append(int rank, String text) throws IOException {
        append(path(rank), text.getBytes(StandardCharsets.UTF_8));
    }

    void append(Path file, byte[] content) throws IOException {
        Files.write(file, content, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        touch(file);
    }

    void rewrite(int rank, String text) throws IOException {
        Files.writeString(path(rank), text, StandardOpenOption.TRUNCATE_EXISTING);
        touch(path(rank));
    }

    private void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(BEGIN.plusMillis(++changes)));
    }

    /// What a source that begins now reads.
    Totals readAt(Instant now) {
        try (InspectorSource source = new InspectorSource(folder)) {
            return Totals.of(source.read(now));
        }
    }

    /// AllReduces `[from, to)` of a rank of four, a line each.
    static String lines(int rank, long from, long to) {
        StringBuilder text = new StringBuilder();
        LongStream.range(from, to)
                .forEach(number -> text.append(line(rank, number)).append('\n'));
        return text.toString();
    }

    static String line(int rank, long number) {
        return prefix("5d2f31c07a9b10", rank) + "\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_sn\":" + number
                + ",\"coll_msg_size_bytes\":65536,\"coll_exec_time_us\":" + (40 + number % 7)
                + ",\"coll_timing_source\":\"kernel_gpu\",\"coll_algobw_gbs\":1.5,\"coll_busbw_gbs\":2.25}}";
    }

    static String prefix(String id, int rank) {
        return "{\"header\":{\"id\":\"0x" + id + "\",\"comm_name\":\"TP_0\",\"rank\":" + rank
                + ",\"n_ranks\":4,\"nnodes\":1},\"metadata\":{\"inspector_output_format_version\":\"v4.0\","
                + "\"git_rev\":\"unknown\",\"rec_mechanism\":\"nccl_profiler_interface\","
                + "\"dump_timestamp_us\":1796004884627031,\"hostname\":\"host-a\",\"pid\":" + (100 + rank) + "},";
    }
}
