// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.diagnose;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/// Writes what 1,024 ranks print, interleaved as `srun -l` does, into two files: half of the lines are of the training
/// itself, a third are NCCL's, and at the end ranks time out in one operation. What is written depends on the seed
/// alone.
///
/// ```
/// java -cp bench/target/classes dev.lockstep.bench.diagnose.InterleavedLogs FOLDER MEGABYTES
/// ```
public final class InterleavedLogs {
    private static final int RANKS = 1024;
    private static final int RANKS_PER_NODE = 8;
    private static final int FILES = 2;
    private static final int WRITE_BYTES = 1 << 20;
    private static final long SEED = 20261130;

    private final SplittableRandom random;
    private long lines;

    private InterleavedLogs(int file) {
        this.random = new SplittableRandom(SEED + file);
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        long bytes = Long.parseLong(arguments[1]) * 1_000_000 / FILES;
        for (int file = 0; file < FILES; file++) {
            Path log = folder.resolve("ranks-" + file + ".log");
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(log), WRITE_BYTES)) {
                new InterleavedLogs(file).write(out, bytes);
            }
        }
    }

    private void write(OutputStream out, long bytes) throws IOException {
        for (long written = 0; written < bytes; lines++) {
            int rank = random.nextInt(RANKS);
            byte[] line = (rank + ": " + line(rank) + "\n").getBytes(StandardCharsets.UTF_8);
            out.write(line);
            written += line.length;
        }
    }

    private String line(int rank) {
        double kind = random.nextDouble();
        if (kind < 0.55) {
            return String.format(
                    Locale.ROOT,
                    "2026-11-30 10:00:%02d,%03d INFO [trainer] step %d loss %.4f grad_norm %.4f tokens/s %d",
                    lines / 1000 % 60,
                    lines % 1000,
                    lines / RANKS,
                    random.nextDouble() * 3,
                    random.nextDouble(),
                    random.nextInt(9000, 11_000));
        }
        if (kind < 0.59) {
            return "/usr/lib/python3/site-packages/torch/utils/checkpoint.py:91: UserWarning: None of the inputs have"
                    + " requires_grad=True";
        }
        if (kind < 0.5901) {
            return "[rank" + rank + "]:[E1130 10:00:00.000000001 ProcessGroupNCCL.cpp:632] [Rank " + rank
                    + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=500, OpType=ALLREDUCE,"
                    + " NumelIn=10, NumelOut=10, Timeout(ms)=600000) ran for 600010 milliseconds before timing out.";
        }
        int device = rank % RANKS_PER_NODE;
        String head = String.format(
                Locale.ROOT,
                "node%03d:%d:%d [%d] NCCL INFO ",
                rank / RANKS_PER_NODE,
                10_000 + rank,
                90_000 + rank,
                device);
        return head + message(kind, rank, device);
    }

    private String message(double kind, int rank, int device) {
        if (kind < 0.85) {
            return String.format(
                    Locale.ROOT,
                    "Channel %02d/0 : %d[%d] -> %d[%d] [send] via NET/IB/%d/GDRDMA",
                    lines % 32,
                    rank,
                    device,
                    (rank + RANKS_PER_NODE) % RANKS,
                    device,
                    device);
        }
        if (kind < 0.93) {
            return "AllReduce: opCount " + Long.toHexString(lines / RANKS)
                    + " sendbuff 0x7f00 recvbuff 0x7f00 count 4096 datatype 9 op 0 root 0 comm 0x5" + rank
                    + " [nranks=1024] stream 0x55";
        }
        return "NET/IB : Using [0]mlx5_" + device + ":1/IB [RO]; OOB eth0:10.0.0.1<0>";
    }
}
