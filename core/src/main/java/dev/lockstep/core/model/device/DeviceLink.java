// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.Optional;
import java.util.OptionalInt;

/// A link of a device at a moment.
///
/// @param device its name on the node: `mlx5_0:1`, `eth0`, `gpu3`, `gpu3/nvlink5`
/// @param gpu NVML index of the GPU that it belongs to
public record DeviceLink(
        LinkKind kind, String device, OptionalInt gpu, Identity identity, LinkRate rate, LinkTotals totals) {
    /// What it is made of.
    ///
    /// @param netDevice name of the network interface on the same port
    public record Identity(
            Optional<String> pciBusId,
            Optional<String> driver,
            Optional<String> firmware,
            Optional<String> board,
            Optional<String> netDevice) {
        /// Nothing is known.
        public static final Identity UNKNOWN =
                new Identity(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /// Only its PCI address is known.
        public static Identity at(String pciBusId) {
            return new Identity(
                    Optional.of(pciBusId), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
    }
}
