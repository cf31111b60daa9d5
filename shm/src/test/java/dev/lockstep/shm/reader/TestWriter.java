// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import java.io.IOException;
import java.nio.file.Path;

/// Somebody who writes a shared-memory file: the Java writer or the real plugin. Stamps are nanoseconds after the
/// moment at which the operation is enqueued; sizes are counts of four-byte elements of an AllReduce.
interface TestWriter extends AutoCloseable {
    /// Adds a communicator and gives its number.
    int communicator(long hash, int ranks, int commRank) throws IOException;

    /// Enqueues and completes an operation on one channel.
    void run(int communicator, long count, long durationNanos) throws IOException;

    /// Enqueues an operation of which NCCL says that it runs on so many channels, and gives its number.
    int enqueue(int communicator, long count, int channels) throws IOException;

    void startChannel(int operation, int channel, long afterNanos) throws IOException;

    /// Stops a channel, and with the last of all channels completes the operation.
    void stopChannel(int operation, int channel, long afterNanos) throws IOException;

    /// Sends so many steps of 1,000 bytes to a peer on channel 5, the last ones of which stay on the way for ever.
    void transfer(int communicator, int peer, int steps, int stuck) throws IOException;

    void closeCommunicator(int communicator) throws IOException;

    /// Ends the process without a word.
    void die() throws IOException;

    Path file() throws IOException;

    @Override
    void close() throws IOException;
}
