// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.agent.brain.BrainCounts;
import dev.lockstep.agent.brain.BrainLink;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.HardwareConfig;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.agent.config.TroubleConfig;
import dev.lockstep.agent.flight.FlightSpool;
import dev.lockstep.agent.flight.SpoolCounts;
import dev.lockstep.agent.flight.SpoolLimits;
import dev.lockstep.agent.hardware.dcgm.DcgmSource;
import dev.lockstep.agent.hardware.kernel.KernelLogSource;
import dev.lockstep.agent.hardware.nic.NicSource;
import dev.lockstep.agent.hardware.nvml.NvmlSource;
import dev.lockstep.agent.inspector.InspectorSource;
import dev.lockstep.agent.inspectorprom.PromSource;
import dev.lockstep.agent.poll.AsideSource;
import dev.lockstep.agent.poll.Clocks;
import dev.lockstep.agent.poll.PolledSource;
import dev.lockstep.agent.poll.SeveralSources;
import dev.lockstep.agent.reader.ras.RasClient;
import dev.lockstep.agent.sharedmemory.Host;
import dev.lockstep.agent.sharedmemory.ProcessListener;
import dev.lockstep.agent.sharedmemory.SharedMemoryConfig;
import dev.lockstep.agent.sharedmemory.SharedMemoryConfig.Depth;
import dev.lockstep.agent.sharedmemory.SharedMemorySource;
import dev.lockstep.agent.source.NodeNames;
import dev.lockstep.agent.source.Source;
import dev.lockstep.agent.trouble.KnownJobs;
import dev.lockstep.agent.trouble.journal.JournalSource;
import dev.lockstep.agent.trouble.log.LogPattern;
import dev.lockstep.agent.trouble.log.LogSource;
import dev.lockstep.agent.trouble.ras.RasSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/// The sources of an agent: a new one is a row here. Those of `memory` are read by one thread, those of `files`, of
/// `hardware` and of `troubles` by others; which comes first is shown where two see the same communicator or device.
/// `spool` gets the
/// flight records, `brain` is told what shared memory says.
record AgentSources(
        List<PolledSource> memory,
        List<PolledSource> files,
        List<PolledSource> hardware,
        Troubles troubles,
        Optional<FlightSpool> spool,
        Optional<BrainLink> brain) {
    /// For each step of a question; RAS itself waits for its peers for up to five seconds.
    private static final Duration RAS_TIMEOUT = Duration.ofSeconds(10);

    /// Sources of trouble, and what they are told of the node's jobs.
    record Troubles(List<PolledSource> sources, KnownJobs jobs) {
        Troubles {
            sources = List.copyOf(sources);
        }

        static Troubles none() {
            return new Troubles(List.of(), new KnownJobs());
        }
    }

    AgentSources {
        memory = List.copyOf(memory);
        files = List.copyOf(files);
        hardware = List.copyOf(hardware);
    }

    /// Sources that leave no flight records, without hardware.
    AgentSources(List<PolledSource> memory, List<PolledSource> files) {
        this(memory, files, List.of(), Troubles.none(), Optional.empty(), Optional.empty());
    }

    Optional<SpoolCounts> spoolCounts() {
        return spool.map(FlightSpool::counts);
    }

    Stream<Source> all() {
        return Stream.of(memory, files, hardware, troubles.sources())
                .flatMap(List::stream)
                .map(PolledSource::source);
    }

    Optional<BrainCounts> brainCounts() {
        return brain.map(BrainLink::counts);
    }

    /// What the configuration asks for, on the clocks of this host.
    static AgentSources of(AgentConfig config, Clocks clocks) {
        Host host = config.reading().hardware().sysfs().map(Host::here).orElseGet(Host::here);
        SharedMemoryConfig memory = new SharedMemoryConfig(
                config.reading().sharedMemoryDirs(), Depth.JOB_DIRECTORIES, config.grace(), config.node());
        Optional<FlightSpool> spool =
                config.flightDir().map(directory -> new FlightSpool(directory, SpoolLimits.USUAL));
        Optional<BrainLink> brain =
                config.brain().map(each -> BrainLink.start(each, surroundings(config, host, clocks)));
        ProcessListener listener = brain.map(BrainLink::listener).orElseGet(ProcessListener::none);
        PolledSource sharedMemory =
                PolledSource.of(new SharedMemorySource(memory, host, clocks.monotonicNanos(), listener, spool));
        return new AgentSources(
                List.of(sharedMemory), files(config), hardware(config, host), troubles(config), spool, brain);
    }

    private static BrainLink.Surroundings surroundings(AgentConfig config, Host host, Clocks clocks) {
        Random random = new Random();
        return new BrainLink.Surroundings(
                config.node(), host.bootId(), clocks.wall(), clocks.monotonicNanos(), random::nextDouble);
    }

    private static List<PolledSource> files(AgentConfig config) {
        NodeNames nodes = new NodeNames(config.node(), Machine.here().hostName());
        Duration keep = config.reading().inspectorKeep();
        List<InspectorSource> json = config.reading().inspectorDirs().stream()
                .map(directory -> new InspectorSource(directory, nodes::elsewhere, keep))
                .toList();
        List<PolledSource> files = new ArrayList<>();
        if (!json.isEmpty()) {
            files.add(PolledSource.keeping(SeveralSources.of(json)));
        }
        List<Path> prom = config.reading().inspectorPromDirs();
        if (!prom.isEmpty()) {
            files.add(PolledSource.keeping(new PromSource(prom, nodes)));
        }
        return files;
    }

    private static Troubles troubles(AgentConfig config) {
        TroubleConfig asked = config.reading().trouble();
        KnownJobs jobs = new KnownJobs();
        List<PolledSource> sources = new ArrayList<>();
        List<LogPattern> patterns = asked.logs().stream().map(LogPattern::of).toList();
        if (!patterns.isEmpty()) {
            sources.add(PolledSource.of(new AsideSource(new LogSource(patterns, jobs))));
        }
        asked.journal()
                .map(program -> new JournalSource(program, jobs))
                .ifPresent(source -> sources.add(PolledSource.of(new AsideSource(source))));
        asked.ras()
                .map(at -> new RasClient(at.getHostString(), at.getPort(), RAS_TIMEOUT, RasSource.ANSWER_BYTES_MAX))
                .map(client -> new RasSource(client, asked.rasInterval(), jobs))
                .ifPresent(source -> sources.add(PolledSource.of(new AsideSource(source))));
        return new Troubles(sources, jobs);
    }

    private static List<PolledSource> hardware(AgentConfig config, Host host) {
        HardwareConfig asked = config.reading().hardware();
        List<PolledSource> sources = new ArrayList<>();
        asked.sysfs().map(NicSource::new).map(PolledSource::of).ifPresent(sources::add);
        asked.kernelLog()
                .map(path -> new KernelLogSource(path, host.gpuIndex()::of))
                .map(PolledSource::of)
                .ifPresent(sources::add);
        asked.dcgm()
                .<Source>map(DcgmSource::new)
                .or(() -> asked.nvml().map(NvmlSource::new))
                .map(PolledSource::of)
                .ifPresent(sources::add);
        return sources;
    }
}
