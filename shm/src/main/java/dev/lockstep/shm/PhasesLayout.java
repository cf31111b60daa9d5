// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/// Sums of the phases of one communicator's kernels, since layout 1.1: the part of {@link ShmLayout} for those few jobs
/// that ask for them. `key` is a series' one without the other names.
public final class PhasesLayout {
    /// Initial sync, compute, final sync.
    public static final int KINDS = 3;

    public static final StructLayout LAYOUT = ShmLayout.struct(
            "shm_phases_t",
            ShmLayout.u64("key"),
            ShmLayout.u32("owner_serial"),
            ShmLayout.u32("reserved0"),
            MemoryLayout.sequenceLayout(KINDS, ShmLayout.U64).withName("count"),
            MemoryLayout.sequenceLayout(KINDS, ShmLayout.U64).withName("nanos"));
    public static final int KEY = ShmLayout.at(LAYOUT, "key");
    public static final int OWNER_SERIAL = ShmLayout.at(LAYOUT, "owner_serial");
    public static final int COUNT = ShmLayout.at(LAYOUT, "count");
    public static final int NANOS = ShmLayout.at(LAYOUT, "nanos");
    public static final int SIZE = ShmLayout.size(LAYOUT);

    private PhasesLayout() {}
}
