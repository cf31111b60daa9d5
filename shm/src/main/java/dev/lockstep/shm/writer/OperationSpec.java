// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.writer;

import dev.lockstep.core.model.SizeClass;

/// An operation as it is enqueued. `sequence` is -1 for Send and Recv, `peer` for collectives; `kind` is a
/// number of `enum shm_kind`.
public record OperationSpec(
        String function,
        String algorithm,
        String protocol,
        int kind,
        long sizeBytes,
        long sequence,
        int peer,
        int reportedChannels,
        long enqueuedMonotonicNanos) {
    private static final int KERNEL = 0;
    private static final int ABSENT = -1;

    /// A collective of the ring algorithm that NCCL says runs on so many channels.
    public static OperationSpec collective(String function, long sizeBytes, int channels) {
        return new OperationSpec(function, "RING", "SIMPLE", KERNEL, sizeBytes, 0, ABSENT, channels, 0);
    }

    /// A Send or Recv.
    public static OperationSpec pointToPoint(String function, int peer, long sizeBytes, int channels) {
        return new OperationSpec(function, "", "", KERNEL, sizeBytes, ABSENT, peer, channels, 0);
    }

    /// The same with another sequence number.
    public OperationSpec numbered(long number) {
        return new OperationSpec(
                function, algorithm, protocol, kind, sizeBytes, number, peer, reportedChannels, enqueuedMonotonicNanos);
    }

    /// The same, enqueued at another moment.
    public OperationSpec enqueuedAt(long nanos) {
        return new OperationSpec(
                function, algorithm, protocol, kind, sizeBytes, sequence, peer, reportedChannels, nanos);
    }

    /// The same, seen in another way.
    public OperationSpec ofKind(int number) {
        return new OperationSpec(
                function,
                algorithm,
                protocol,
                number,
                sizeBytes,
                sequence,
                peer,
                reportedChannels,
                enqueuedMonotonicNanos);
    }

    int sizeClass() {
        return SizeClass.of(sizeBytes).exponent();
    }
}
