// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.cost.Choice;
import dev.lockstep.simulator.program.Call;
import java.util.List;
import java.util.OptionalLong;

/// One call of a group that ran or was to run: its numbers, its algorithm and its channels. Calls
/// of
/// a group that use the same channel share that channel's stamps.
///
/// @param stamps empty if it never started, and for Send and Recv to oneself
/// @param selfStamps of a Send or Recv to oneself, which NCCL reports since version 7 only; else empty
public record OperationRun(
        GroupRun group, int index, Call call, Choice choice, List<ChannelStamp> stamps, List<ChannelStamp> selfStamps) {
    public OperationRun {
        stamps = List.copyOf(stamps);
        selfStamps = List.copyOf(selfStamps);
    }

    /// Number over all operations of the rank.
    public long operation() {
        return group.numbering().operation() + index;
    }

    /// Number over all operations of the rank on its communicator.
    public long ordinal() {
        return group.numbering().ordinal() + index;
    }

    /// NCCL's sequence number; absent for Send and Recv.
    public OptionalLong sequence() {
        return call.function().isPointToPoint()
                ? OptionalLong.empty()
                : OptionalLong.of(group.numbering().sequence() + index);
    }

    /// Whether it is a Send or Recv to its own rank.
    public boolean isToSelf() {
        return call.peer() == group.launch().communicator().commRank(group.rank());
    }

    /// Its size as nccl-tests count it.
    public long sizeBytes() {
        return call.sizeBytes(group.launch().communicator().ranks());
    }

    /// First start of its channels; of its group where it has none.
    public OptionalLong startNanos() {
        return stamps.isEmpty()
                ? group.startNanos()
                : stamps.stream().mapToLong(ChannelStamp::startNanos).min();
    }

    /// Last stop of its channels; of its group where it has none; absent if it never ended.
    public OptionalLong endNanos() {
        boolean stopped = stamps.stream().allMatch(ChannelStamp::isStopped);
        return stamps.isEmpty() || !stopped
                ? group.endNanos()
                : stamps.stream().mapToLong(ChannelStamp::stopNanos).max();
    }
}
