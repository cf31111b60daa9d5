// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import java.util.OptionalInt;

/// One thing about a device of the node, or about a job on it, as its agent saw it last.
///
/// @param device its name on the node: `gpu3`, `mlx5_0:1`, `gpu3/nvlink5`; of a job {@link #JOB} and its id
/// @param gpu NVML index of the GPU that it is, or belongs to
/// @param value how many of what is counted, since the device or the agent began; else 1, or the number itself
/// @param text which one, where there are several: a reason, an Xid, a version; empty otherwise
public record HardwareFact(String device, OptionalInt gpu, Kind kind, long value, String text) {
    /// Begins the name of a job. Nothing follows where the job is not known.
    public static final String JOB = "job ";

    /// What it is about.
    public enum Kind {
        /// Heat or power holds its clock down now; `text` is the reason.
        THROTTLED,
        /// Faults that its driver reported, and that began there; `text` is `xid 79`.
        FAULT,
        /// Memory errors that ECC could not correct.
        ECC_UNCORRECTED,
        /// A memory row waits to be replaced, or could not be.
        ROW_REMAP,
        /// How often the link went down.
        LINK_DOWNS,
        /// Errors and retries of the link that cost time, congestion left out.
        LINK_ERRORS,
        /// The link is down now.
        LINK_IS_DOWN,
        /// Lanes of its PCIe link in use, where that is fewer than both ends have; `text` tells how many those are.
        PCIE_NARROW,
        /// Version of its firmware.
        FIRMWARE,
        /// Version of its driver.
        DRIVER,
        /// Damage of the link that it mended beside its traffic, as symbols that arrived wrong.
        LINK_MENDED,
        /// Errors of which a log of the job or NCCL's RAS told, those that may have begun there; `text` is the kind and
        /// reason, `net.completion_error retry_exc_err`.
        JOB_ERROR
    }
}
