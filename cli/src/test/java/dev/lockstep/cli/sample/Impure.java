// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.sample;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SplittableRandom;

/// Does everything that a pure package must not, a method each; `LayeringTest` counts them.
final class Impure {
    private Impure() {}

    static String usesInput(File file) {
        return file.getName();
    }

    static String usesNetwork(URI uri) {
        return uri.getHost();
    }

    static Path usesFiles(Path path) {
        return path.normalize();
    }

    static boolean usesThread() {
        return Thread.interrupted();
    }

    static long readsTheWallClock() {
        return System.currentTimeMillis();
    }

    static long readsTheOtherClock() {
        return System.nanoTime();
    }

    @SuppressWarnings("InstantNow") // A sample of what is forbidden.
    static Instant asksForNow() {
        return Instant.now();
    }

    static int throwsDice(SplittableRandom random) {
        return random.nextInt();
    }

    static double throwsHiddenDice() {
        return Math.random();
    }
}
