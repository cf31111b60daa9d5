// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.demo.peer.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// What a demo shows and for how long: a fault of its own, or a scenario file instead.
///
/// @param servers the real servers to start beside the agents; none for the terminal alone
/// @param duration until it is stopped if absent
/// @param plugin the plugin's library
/// @param driver the simulated CUDA driver's library; without one, GPUs have no identity
public record DemoOptions(
        DemoFault fault,
        Set<Peer> servers,
        Optional<Path> scenario,
        Optional<Duration> duration,
        Path plugin,
        Optional<Path> driver) {
    public DemoOptions {
        servers = Set.copyOf(servers);
    }

    String faultWords() {
        return scenario.map(path -> "as in " + path.getFileName()).orElse(fault.toString());
    }
}
