// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

/// What to do about a fault.
final class Advice {
    private Advice() {}

    static String of(Cluster root) {
        return switch (root.kind()) {
            case OFF_BUS -> "Drain the node and power-cycle it; a reset of the GPU alone does not bring it back.";
            case WEDGED -> "Drain the node and reset the GPU (nvidia-smi --gpu-reset); reboot if that fails.";
            case SXID ->
                "Check the fabric manager's log and the trunk links; after a fatal SXid reset GPUs and switches.";
            case XID -> xid(root);
        };
    }

    private static String xid(Cluster root) {
        if (root.isRootless()) {
            return "Read the kernel log from before these lines, and of the other GPUs of this job.";
        }
        return switch (root.family()) {
            case APPLICATION ->
                "Look at the program first: compute-sanitizer, and whether other jobs fail on this GPU.";
            case MEMORY -> "Check row remapping: nvidia-smi -q -d ROW_REMAPPER; reset the GPU when the job is over.";
            case NVLINK ->
                "Check the links on both ends: nvidia-smi nvlink -e, nvidia-smi nvlink -s, fabric manager log.";
            case DEVICE -> "Drain the node, reset the GPU (nvidia-smi --gpu-reset) and run dcgmi diag -r 3.";
            case FOLLOW_UP, NOTICE -> "Watch it; no action while jobs run.";
        };
    }
}
