// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

/// Element types that the workload uses.
public enum Datatype {
    INT8("ncclInt8", 1),
    BFLOAT16("ncclBfloat16", 2),
    FLOAT32("ncclFloat32", 4);

    private final String ncclName;
    private final int bytes;

    Datatype(String ncclName, int bytes) {
        this.ncclName = ncclName;
        this.bytes = bytes;
    }

    /// As NCCL's events spell it.
    public String ncclName() {
        return ncclName;
    }

    /// Bytes of one element.
    public int bytes() {
        return bytes;
    }
}
