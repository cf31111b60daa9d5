// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.Locale;

/// What a link of a device is.
public enum LinkKind {
    /// Between GPUs, or a GPU and a switch of its node.
    NVLINK,
    /// Between a device and its host.
    PCIE,
    /// InfiniBand.
    IB,
    /// RDMA over Ethernet.
    ROCE,
    /// Amazon's adapter.
    EFA,
    /// Omni-Path.
    OPA,
    /// Ethernet, also what RoCE runs over.
    ETHERNET;

    /// The value of the label `kind`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether NCCL's traffic between nodes may go over it by RDMA.
    public boolean isRdma() {
        return switch (this) {
            case IB, ROCE, EFA, OPA -> true;
            case NVLINK, PCIE, ETHERNET -> false;
        };
    }
}
