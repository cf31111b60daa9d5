// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

/// One GPU under the identity that the simulated CUDA driver (`simulated_cuda.c`) gives it, so that DCGM's
/// series join Lockstep's on the UUID.
public record SimulatedGpu(int index, String uuid, String pciBusId) {
    private static final int[] BUSES = {0x1b, 0x43, 0x52, 0x61, 0x9d, 0xc3, 0xd1, 0xdf};

    /// GPU `index` of a node.
    public static SimulatedGpu of(int node, int index) {
        int bus = BUSES[index % BUSES.length];
        return new SimulatedGpu(index, uuid(node, index), "%08X:%02X:00.0".formatted(index / BUSES.length, bus));
    }

    private static String uuid(int node, int index) {
        long high = mix(((long) node << 32 | index) + 1);
        long low = mix(high + 1);
        // The driver stores both words with their lowest byte first.
        String hex = "%016x%016x".formatted(Long.reverseBytes(high), Long.reverseBytes(low));
        return "GPU-" + hex.substring(0, 8) + '-' + hex.substring(8, 12) + '-' + hex.substring(12, 16) + '-'
                + hex.substring(16, 20) + '-' + hex.substring(20);
    }

    /// SplitMix64's finaliser, as in the driver.
    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
