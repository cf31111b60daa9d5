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
        Path home = Path.of(System.getProperty("lockstep.home", ""));
        Path plugin = home.resolve("plugin/build/libnccl-profiler-lockstep.so").toAbsolutePath();
        if (!Files.isRegularFile(plugin)) {
            throw new InvalidConfigException(List.of("the plugin is not built: make -C plugin"));
        }
        Path driver = home.resolve("simulator/target/native/libcuda.so.1").toAbsolutePath();
        return new BuiltFiles(plugin, Files.isRegularFile(driver) ? Optional.of(driver) : Optional.empty());
    }
}
