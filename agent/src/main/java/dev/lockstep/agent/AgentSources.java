// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.inspector.InspectorSource;
import dev.lockstep.agent.poll.PolledSource;
import dev.lockstep.agent.poll.SeveralSources;
import dev.lockstep.agent.sharedmemory.Host;
import dev.lockstep.agent.sharedmemory.SharedMemoryConfig;
import dev.lockstep.agent.sharedmemory.SharedMemoryConfig.Depth;
import dev.lockstep.agent.sharedmemory.SharedMemorySource;
import dev.lockstep.agent.source.Source;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// The sources of an agent: a new one is a row here. Those of `memory` are read by one thread, those of `files` by
/// another; which comes first is shown where two see the same communicator.
record AgentSources(List<PolledSource> memory, List<PolledSource> files) {
    AgentSources {
        memory = List.copyOf(memory);
        files = List.copyOf(files);
    }

    Stream<Source> all() {
        return Stream.concat(memory.stream(), files.stream()).map(PolledSource::source);
    }

    /// What the configuration asks for. `monotonicNanos` is the clock that the plugin stamps with.
    static AgentSources of(AgentConfig config, LongSupplier monotonicNanos) {
        SharedMemoryConfig memory =
                new SharedMemoryConfig(config.reading().sharedMemoryDirs(), Depth.JOB_DIRECTORIES, config.grace());
        PolledSource sharedMemory = PolledSource.of(SharedMemorySource.on(Host.here(), memory, monotonicNanos));
        List<InspectorSource> inspector = config.reading().inspectorDirs().stream()
                .map(InspectorSource::new)
                .toList();
        List<PolledSource> files =
                inspector.isEmpty() ? List.of() : List.of(PolledSource.keeping(SeveralSources.of(inspector)));
        return new AgentSources(List.of(sharedMemory), files);
    }
}
