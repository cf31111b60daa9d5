// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.source.Source;
import java.util.List;
import java.util.stream.Stream;

/// The sources of an agent: a new one is a row here. Those of `memory` are read by one thread, those of `files` by
/// another; which comes first is shown where two see the same communicator.
public record AgentSources(List<Source> memory, List<Source> files) {
    public AgentSources {
        memory = List.copyOf(memory);
        files = List.copyOf(files);
    }

    Stream<Source> all() {
        return Stream.concat(memory.stream(), files.stream());
    }

    /// What the configuration asks for.
    static AgentSources of(AgentConfig config) {
        return new AgentSources(List.of(), List.of());
    }
}
