// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

/// Who holds a network edge up, by where its steps wait.
public enum Holder {
    /// A GPU: data are not made for one side and not taken from the other.
    GPU("its GPU"),
    /// The way between the two NICs: data were handed over and are not confirmed.
    WIRE("the wire"),
    /// The receiver's host: the sender finds no room there, and not because of the receiver's GPU.
    RECEIVER("the receiver's host");

    private final String words;

    Holder(String words) {
        this.words = words;
    }

    /// Its name in a sentence about the rank.
    public String words() {
        return words;
    }

    /// What to look at.
    public String advice() {
        return switch (this) {
            case WIRE -> "Look at link errors and speed of the named paths (NIC, cable, switch port).";
            case GPU ->
                "Look at what holds back the GPU of the named rank: its clocks, its PCIe link, other work on it.";
            case RECEIVER ->
                "Look at the host of the named rank: the proxy thread of NCCL gets too little of a CPU, or memory is"
                        + " slow.";
        };
    }
}
