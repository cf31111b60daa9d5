// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.journal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// A child process whose output is read by a thread of its own, into a bounded queue: a child that says more waits,
/// which loses nothing. Its errors are dropped. Any thread.
final class Follower implements AutoCloseable {
    private static final int CHUNK_BYTES = 16 * 1024;
    private static final int CHUNKS_MAX = 64;

    private final Process process;
    private final Thread reader;
    private final BlockingQueue<byte[]> chunks = new ArrayBlockingQueue<>(CHUNKS_MAX);
    private volatile boolean isRead;

    private Follower(Process process) {
        this.process = process;
        this.reader =
                Thread.ofPlatform().daemon().name("lockstep-journal-child").unstarted(this::read);
    }

    /// Starts a program.
    ///
    /// @throws IOException if there is no such program, or it may not be run
    static Follower start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        Follower follower = new Follower(process);
        follower.reader.start();
        return follower;
    }

    private void read() {
        byte[] buffer = new byte[CHUNK_BYTES];
        try (InputStream in = process.getInputStream()) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                chunks.put(Arrays.copyOf(buffer, length));
            }
        } catch (IOException ended) {
            // It is over either way.
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        isRead = true;
    }

    /// What it said next, if it said something.
    Optional<byte[]> take() {
        return Optional.ofNullable(chunks.poll());
    }

    /// Whether it has ended and everything was taken.
    boolean isOver() {
        return isRead && chunks.isEmpty();
    }

    @Override
    public void close() {
        process.destroy();
        reader.interrupt();
    }
}
