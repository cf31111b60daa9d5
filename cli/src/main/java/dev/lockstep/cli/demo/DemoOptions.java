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
/// @param duration if absent, until it is found or stopped
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

    /// Whether it ends by itself once the fault is found. Whoever starts servers wants to look at them, and a scenario
    /// of one's own may have more in it.
    boolean endsWhenFound() {
        return duration.isEmpty() && fault != DemoFault.NONE && servers.isEmpty() && scenario.isEmpty();
    }

    String faultWords() {
        return scenario.map(path -> "as in " + path.getFileName()).orElse(fault.toString());
    }
}
