// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.nccl;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// The versions of NCCL's profiler plugin interface and the NCCL that each came with. NCCL takes the newest one that it
/// and the plugin both know.
public enum ProfilerApi {
    /// The first.
    V1(1, "2.23.4"),
    /// Without what Lockstep needs.
    V2(2, "2.24.3"),
    /// The oldest that Lockstep's plugin speaks: no ranks, names or GPU times.
    V3(3, "2.26.2"),
    /// GPU times of kernels, ranks and names.
    V4(4, "2.27.3"),
    /// Calls as the application makes them.
    V5(5, "2.28.3"),
    /// Copy-engine collectives.
    V6(6, "2.29.2"),
    /// User tags, phases of kernels, symmetric kernels.
    V7(7, "2.31.2");

    /// The oldest that the plugin speaks.
    public static final ProfilerApi OLDEST = V3;

    private final int number;

    @SuppressWarnings("ImmutableEnumChecker") // A record of three numbers.
    private final NcclVersion since;

    ProfilerApi(int number, String since) {
        this.number = number;
        this.since = NcclVersion.of(since);
    }

    /// The NCCL that brought it.
    public NcclVersion since() {
        return since;
    }

    /// 1 to 7.
    public int number() {
        return number;
    }

    /// The newest that a version of NCCL has; empty before there was one.
    public static Optional<ProfilerApi> of(NcclVersion version) {
        return Stream.of(values()).filter(api -> version.isAtLeast(api.since)).max(Comparator.naturalOrder());
    }
}
