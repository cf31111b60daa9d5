// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// `/dev/kmsg`: each read gives one record, `6,339,5140900,-;NVRM: Xid …`, and waits where there is none. So a thread
/// of its own waits, and the lines wait in a bounded queue. Closing it wakes the thread.
final class RingLog implements KernelLog {
    /// The kernel's own limit of a record.
    private static final int RECORD_BYTES_MAX = 8192;

    private final FileChannel channel;
    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(LINES_MAX);
    private final AtomicLong dropped = new AtomicLong();
    private volatile @Nullable IOException failure;

    private RingLog(FileChannel channel) {
        this.channel = channel;
    }

    static RingLog open(Path device) throws IOException {
        RingLog log = new RingLog(FileChannel.open(device, StandardOpenOption.READ));
        Thread.ofPlatform().name("lockstep-kmsg").daemon().start(log::follow);
        return log;
    }

    private void follow() {
        ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES_MAX);
        try {
            while (true) {
                record.clear();
                int length = read(record);
                if (length < 0) {
                    return;
                }
                if (length > 0 && !waiting.offer(line(new String(record.array(), 0, length, StandardCharsets.UTF_8)))) {
                    dropped.incrementAndGet();
                }
            }
        } catch (IOException closedOrBroken) {
            failure = closedOrBroken;
        }
    }

    /// A record that was overwritten before it was read is an error of that one read (EPIPE).
    private int read(ByteBuffer record) throws IOException {
        try {
            return channel.read(record);
        } catch (IOException overwritten) {
            if (!"Broken pipe".equals(overwritten.getMessage())) {
                throw overwritten;
            }
            dropped.incrementAndGet();
            return 0;
        }
    }

    /// A record as `dmesg` prints it: `[    5.140900] NVRM: Xid …`.
    static String line(String record) {
        int text = record.indexOf(';');
        String[] prefix = record.substring(0, Math.max(text, 0)).split(",", -1);
        String message = record.substring(text + 1).lines().findFirst().orElse("");
        if (prefix.length < 3 || !prefix[2].matches("\\d{1,18}")) {
            return message;
        }
        long micros = Long.parseLong(prefix[2]);
        return "[%5d.%06d] %s".formatted(micros / 1_000_000, micros % 1_000_000, message);
    }

    @Override
    public List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        waiting.drainTo(lines);
        IOException broken = failure;
        if (lines.isEmpty() && broken != null) {
            throw broken;
        }
        return lines;
    }

    @Override
    public long dropped() {
        return dropped.get();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            failure = alreadyGone;
        }
    }
}
