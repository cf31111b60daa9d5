// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import java.nio.file.Path;

/// The checkout that tests run in.
public final class Checkout {
    private Checkout() {}

    /// Its root; the build hands it over, in an IDE it is above the module.
    public static Path root() {
        String home = System.getProperty("lockstep.home");
        return home == null ? Path.of("").toAbsolutePath().resolve("..").normalize() : Path.of(home);
    }
}
