// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.util.Optional;
import java.util.stream.Stream;

/// A version of NCCL's profiler interface, newest first, with what the NCCL that speaks it does.
public enum ProfilerApi {
    V7(7),
    V6(6),
    V5(5),
    V4(4),
    V3(3);

    private final int number;

    ProfilerApi(int number) {
        this.number = number;
    }

    /// The version of that number.
    public static Optional<ProfilerApi> of(int number) {
        return Stream.of(values()).filter(api -> api.number == number).findFirst();
    }

    /// 3 to 7.
    public int number() {
        return number;
    }

    /// The exported struct of function pointers.
    String symbol() {
        return "ncclProfiler_v" + number;
    }

    /// Whether calls and groups of the application are events of their own.
    public boolean hasApiEvents() {
        return number >= 5;
    }

    /// Whether channels carry GPU stamps.
    public boolean hasGpuStamps() {
        return number >= 4;
    }

    /// Whether Broadcasts are seen by their call alone, as since NCCL 2.30.
    public boolean hidesBroadcasts() {
        return number >= 6;
    }

    /// Whether Send and Recv to oneself have channel events, as since version 7.
    public boolean showsChannelsToSelf() {
        return number >= 7;
    }

    /// Whether init tells the communicator; before, every event does.
    boolean tellsCommunicatorAtInit() {
        return number >= 4;
    }
}
