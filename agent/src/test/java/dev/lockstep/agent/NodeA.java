// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.agent.hardware.FakeTree;
import dev.lockstep.agent.hardware.nic.NicSource;
import dev.lockstep.agent.inspector.InspectorSource;
import dev.lockstep.agent.poll.PolledSource;
import dev.lockstep.agent.sharedmemory.Host;
import dev.lockstep.agent.sharedmemory.ProcessListener;
import dev.lockstep.agent.sharedmemory.SharedMemoryConfig;
import dev.lockstep.agent.sharedmemory.SharedMemorySource;
import dev.lockstep.agent.usage.UsageMeter;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmCounter;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The fake machine in testdata/node-a: two ranks of Slurm job 9001 with the plugin, the first of them seen by
/// Inspector too, a process that only Inspector sees, and a `/sys` with a NIC of each driver.
final class NodeA {
    /// The host's CLOCK_MONOTONIC when it is read.
    static final long NOW_NANOS = 100_000_000_000L;

    private static final long WORLD = 0x9f0d3c5a7b1e2468L;
    private static final long PIPELINE = 0x1122334455667788L;
    private static final String BOOT = "11111111-2222-3333-4444-555555555555";
    private static final long MIB = 1 << 20;

    private NodeA() {}

    static Path directory() {
        String root = System.getProperty("lockstep.root");
        return (root == null ? Path.of("..") : Path.of(root)).resolve("testdata/node-a");
    }

    /// Writes the shared-memory files anew.
    static void write(Path into) throws IOException {
        Files.createDirectories(into);
        try (var first = create(into, 4711, 0);
                var second = create(into, 4712, 1)) {
            int world = world(first, 0);
            int secondWorld = world(second, 1);
            int pipeline = first.communicator(CommunicatorSpec.of(PIPELINE, 2, 0)
                    .named("pipeline")
                    .over(2)
                    .on(0, "0000:1b:00.0"));
            for (int i = 0; i < 8; i++) {
                first.run(
                        world,
                        OperationSpec.collective("AllReduce", 64 * MIB, 8),
                        i * 10_000_000L,
                        2_000_000 + i * 100_000L);
                second.run(secondWorld, OperationSpec.collective("AllReduce", 64 * MIB, 8), i * 10_000_000L, 400_000);
                first.run(pipeline, OperationSpec.pointToPoint("Send", 1, 4 * MIB, 2), i * 10_000_000L, 90_000);
                first.channel(world, 0, 0, 1_500_000, 500_000 + i * 100_000L);
                first.channel(world, 1, 1_000, 0, 1_999_000 + i * 100_000L);
                first.channel(pipeline, 0, 0, 9_000, 81_000);
                first.channel(pipeline, 1, 1_000, 0, 89_000);
            }
            first.connection(pipeline, SampleNode.connection(1, Direction.SEND, 0, 2));
            first.connection(pipeline, SampleNode.connection(1, Direction.SEND, 1, 2));
            first.connection(pipeline, SampleNode.connection(1, Direction.RECEIVE, 0, 3));
            first.run(world, OperationSpec.collective("AllGather", 512, 1), 0, 700);
            first.callWithoutTiming(
                    world, OperationSpec.collective("Broadcast", MIB, 1).ofKind(1));
            first.count(ShmCounter.DROP_SLOT_TABLE_FULL, 3);
            second.completeSuspect(second.enqueue(secondWorld, OperationSpec.collective("AllReduce", 64 * MIB, 8)));
            second.count(ShmCounter.SUSPECT_MISSING_STAMP, 1);
            second.enqueue(
                    secondWorld,
                    OperationSpec.collective("AllReduce", 64 * MIB, 8)
                            .numbered(9)
                            .enqueuedAt(NOW_NANOS - 31_500_000_000L));
        }
    }

    private static ShmWriter create(Path into, int pid, int rank) throws IOException {
        ProcessFacts facts = ProcessFacts.of(pid).onBoot(BOOT).asRank(rank, 2).with("SLURM_JOB_ID", "9001");
        return ShmWriter.create(into.resolve("0-" + pid + "-1-1-0.lockstep"), facts, ShmCapacities.SMALL);
    }

    private static int world(ShmWriter writer, int commRank) {
        return writer.communicator(CommunicatorSpec.of(WORLD, 2, commRank)
                .named("world")
                .on(commRank, "0000:" + (commRank == 0 ? "1b" : "1c") + ":00.0"));
    }

    /// What the agent on it has used.
    static UsageMeter usage(Path machine) {
        return UsageMeter.of(machine.resolve("agent-status"), () -> Optional.of(Duration.ofMillis(1_250)));
    }

    /// Sources over a copy of the machine, as the agent makes them.
    static AgentSources sources(Path machine) throws IOException {
        SharedMemoryConfig config = SharedMemoryConfig.of(List.of(machine.resolve("shared-memory")));
        GpuIndex gpus =
                busId -> busId.startsWith("0000:1") ? OptionalInt.of(busId.charAt(6) - 'b') : OptionalInt.empty();
        Host host = new Host(Host.here().userId(), BOOT, gpus);
        Path sysfs = FakeTree.unpack(machine.resolve("sys.tree"), machine.resolve("sys"))
                .root();
        return new AgentSources(
                List.of(PolledSource.of(new SharedMemorySource(
                        config, host, () -> NOW_NANOS, ProcessListener.none(), Optional.empty()))),
                List.of(PolledSource.keeping(new InspectorSource(machine.resolve("inspector")))),
                List.of(PolledSource.of(new NicSource(sysfs))),
                AgentSources.Troubles.none(),
                Optional.empty(),
                Optional.empty());
    }
}
