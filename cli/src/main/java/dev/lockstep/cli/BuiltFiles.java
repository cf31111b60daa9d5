// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.core.config.InvalidConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The native libraries that a build leaves in the checkout, which the launcher names by `lockstep.home`.
record BuiltFiles(Path plugin, Optional<Path> driver) {
    static BuiltFiles ofCheckout() {
        Path plugin = inCheckout("plugin/build/libnccl-profiler-lockstep.so");
        if (!Files.isRegularFile(plugin)) {
            throw new InvalidConfigException(List.of("the plugin is not built: make -C plugin"));
        }
        return new BuiltFiles(plugin, driverOfCheckout());
    }

    /// The simulated CUDA driver alone; absent where it is not built.
    static Optional<Path> driverOfCheckout() {
        return Optional.of(inCheckout("simulator/target/native/libcuda.so.1")).filter(Files::isRegularFile);
    }

    private static Path inCheckout(String path) {
        return Path.of(System.getProperty("lockstep.home", "")).resolve(path).toAbsolutePath();
    }
}
