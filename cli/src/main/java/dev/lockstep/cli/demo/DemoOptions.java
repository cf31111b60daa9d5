// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What a demo shows and for how long: a fault of its own, or a scenario file instead.
///
/// @param duration until it is stopped if absent
/// @param plugin the plugin's library
/// @param driver the simulated CUDA driver's library; without one, GPUs have no identity
public record DemoOptions(
        DemoFault fault, Optional<Path> scenario, Optional<Duration> duration, Path plugin, Optional<Path> driver) {
    String faultWords() {
        return scenario.map(path -> "as in " + path.getFileName()).orElse(fault.toString());
    }
}
