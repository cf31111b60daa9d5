// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

/// What the GPU of a rank or the NIC beside it tells from a step on. It slows nothing down: a fault does that.
///
/// @param xid number of the message, of {@link Kind#XID} only
public record Symptom(Kind kind, int rank, int fromStep, int xid) {
    private static final String NIC = "mlx5_";

    /// What a device tells.
    public enum Kind {
        /// The port of the NIC goes down and comes up again every few seconds.
        FLAPPING_NIC("flapping-nic", "its NIC goes down and up"),
        /// Packets of the NIC are lost and sent again.
        LOSSY_LINK("lossy-link", "its NIC loses packets"),
        /// Symbols arrive damaged and are mended.
        DAMAGED_SYMBOLS("damaged-symbols", "its NIC mends damaged symbols"),
        /// The port often waits for credit, as every port of a busy network does.
        XMIT_WAIT("xmit-wait", "its NIC waits for credit"),
        /// The NIC's own counters begin anew.
        COUNTER_RESET("counter-reset", "the counters of its NIC begin anew"),
        /// The PCIe link of the NIC has lost most of its lanes.
        PCIE_DOWNGRADE("pcie-downgrade", "PCIe of its NIC has lost lanes"),
        /// The PCIe link of the GPU has lost most of its lanes.
        NARROW_GPU("narrow-gpu", "PCIe of its GPU has lost lanes"),
        /// NVLinks of the GPU send again what arrived damaged.
        NVLINK_DEGRADED("nvlink-degraded", "NVLinks of its GPU send data again"),
        /// The NIC has another firmware than all others; from the start on.
        ODD_FIRMWARE("odd-firmware", "its NIC has another firmware"),
        /// Heat holds the clock of the GPU down.
        THROTTLED_GPU("throttled-gpu", "heat holds its GPU back"),
        /// A memory row of the GPU waits to be replaced.
        PENDING_REMAP("pending-remap", "a memory row of its GPU is to be replaced"),
        /// The driver reports an Xid of the GPU.
        XID("xid", "the driver reports an Xid of its GPU");

        private final String word;
        private final String sentence;

        Kind(String word, String sentence) {
            this.word = word;
            this.sentence = sentence;
        }

        /// As scenario files call it.
        public String word() {
            return word;
        }

        /// Of the rank, in words.
        public String sentence() {
            return sentence;
        }
    }

    /// What agents call the device that tells it.
    public String device(int gpusPerNode) {
        int index = rank % gpusPerNode;
        return switch (kind) {
            case FLAPPING_NIC, LOSSY_LINK, DAMAGED_SYMBOLS, XMIT_WAIT, COUNTER_RESET, ODD_FIRMWARE ->
                NIC + index + ":1";
            case PCIE_DOWNGRADE -> NIC + index;
            case THROTTLED_GPU, PENDING_REMAP, XID, NARROW_GPU -> "gpu" + index;
            case NVLINK_DEGRADED -> "gpu" + index + "/nvlink";
        };
    }
}
