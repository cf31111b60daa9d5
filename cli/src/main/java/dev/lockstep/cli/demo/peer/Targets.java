// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.peer;

import java.util.List;

/// What the demo's Prometheus scrapes, each as `host:port` in the order of the nodes.
public record Targets(List<String> nodes, List<String> agents, List<String> gpus) {
    public Targets {
        nodes = List.copyOf(nodes);
        agents = List.copyOf(agents);
        gpus = List.copyOf(gpus);
    }
}
