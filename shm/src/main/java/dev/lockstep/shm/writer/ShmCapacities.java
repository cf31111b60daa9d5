// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.writer;

/// How many entries the tables of a file have.
public record ShmCapacities(int names, int communicators, int series, int slots, int ring, int connections) {
    /// A full-sized file, about 3.7 MB.
    public static final ShmCapacities FULL = new ShmCapacities(128, 256, 512, 4096, 16_384, 1024);
    /// As a plugin makes it on a tmpfs with little room.
    public static final ShmCapacities SMALL = new ShmCapacities(32, 8, 32, 64, 64, 64);
}
