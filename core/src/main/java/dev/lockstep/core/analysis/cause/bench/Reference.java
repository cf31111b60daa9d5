// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.bench;

import java.util.List;
import java.util.OptionalDouble;

/// What a machine gives as a rule: bus bandwidth of large all-reduces inside one node of eight GPUs, in GB/s. These are
/// round figures of published runs, meant to tell half of it from all of it, not 3 % from nothing.
final class Reference {
    /// Below this share of the reference something is wrong.
    static final double SHARE_MIN = 0.5;

    /// Between nodes of such GPUs anything below is slower than one 100 Gb/s port.
    static final double BETWEEN_NODES_MIN = 10;

    /// Smaller messages measure latency.
    static final long LARGE_BYTES = 64L << 20;

    private record Known(String model, double inNode) {}

    /// The more special name first.
    private static final List<Known> GPUS = List.of(
            new Known("B300", 650),
            new Known("B200", 620),
            new Known("H200", 360),
            new Known("H100", 360),
            new Known("H800", 160),
            new Known("A100", 220),
            new Known("A800", 150),
            new Known("V100", 120),
            new Known("MI300X", 280),
            new Known("MI325X", 280));

    private Reference() {}

    /// For a whole node; absent if the GPU is not known or has no NVLink to all others.
    static OptionalDouble inNode(String gpu, int ranks) {
        boolean isPcie = gpu.contains("PCIe") || gpu.contains("PCIE") || gpu.contains("NVL");
        return GPUS.stream()
                .filter(known -> gpu.contains(known.model()) && !isPcie && ranks >= 8)
                .mapToDouble(Known::inNode)
                .findFirst();
    }

    /// Whether it is a GPU that is sold with a fast network.
    static boolean isKnown(String gpu) {
        return GPUS.stream().anyMatch(known -> gpu.contains(known.model()));
    }
}
