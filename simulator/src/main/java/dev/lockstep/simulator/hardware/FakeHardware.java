// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.hardware;

import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.Symptom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The devices of all nodes of a simulated cluster, written anew each second as the scenario's symptoms want it. What
/// NICs
/// move is made up and even: it is not the traffic of the job.
public final class FakeHardware implements AutoCloseable {
    /// Where an agent finds the devices of a node.
    ///
    /// @param sysfs the tree of the kernel's devices
    /// @param kernelLog a file with the kernel's messages
    /// @param dcgm metrics of a dcgm-exporter
    public record Place(Path sysfs, Path kernelLog, URI dcgm) {}

    private record Node(FakeNode files, FakeGpus gpus) {}

    private static final Duration LAST_WRITE_MAX = Duration.ofSeconds(5);

    private final Scenario scenario;
    private final Instant start;
    private final InstantSource clock;
    private final Map<Symptom, Instant> begins = new LinkedHashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread writer;

    private FakeHardware(Scenario scenario, Instant start, InstantSource clock) {
        this.scenario = scenario;
        this.start = start;
        this.clock = clock;
        this.writer = Thread.ofPlatform().daemon().name("fake-hardware").unstarted(this::tellUntilClosed);
    }

    /// Makes them for a job that starts then, and writes below `folder`, a folder for each of the names.
    public static FakeHardware start(
            Scenario scenario, List<String> names, Path folder, Instant start, InstantSource clock) throws IOException {
        FakeHardware hardware = new FakeHardware(scenario, start, clock);
        int gpus = scenario.shape().gpusPerNode();
        try {
            for (int node = 0; node < names.size(); node++) {
                FakeNode files = FakeNode.make(folder.resolve(names.get(node)), gpus);
                hardware.nodes.add(new Node(files, FakeGpus.start(names.get(node), node, gpus)));
            }
            hardware.findBegins();
            hardware.tell();
        } catch (IOException e) {
            hardware.close();
            throw e;
        }
        hardware.writer.start();
        return hardware;
    }

    /// Where each node's are, in the order of the names.
    public List<Place> places() {
        return nodes.stream()
                .map(node -> new Place(
                        node.files().sysfs(),
                        node.files().kernelLog(),
                        node.gpus().metrics()))
                .toList();
    }

    private void findBegins() {
        SymptomBegins.of(scenario)
                .forEach((symptom, nanos) ->
                        begins.put(symptom, nanos == SymptomBegins.EVER ? Instant.MIN : start.plusNanos(nanos)));
    }

    private void tellUntilClosed() {
        try {
            while (!closed.await(1, TimeUnit.SECONDS)) {
                tell();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated hardware cannot be written", e);
        }
    }

    private void tell() throws IOException {
        Instant now = clock.instant();
        for (int node = 0; node < nodes.size(); node++) {
            List<FakeNode.Begun> begun = begun(node, now);
            nodes.get(node).files().tell(seconds(start, now), begun);
            nodes.get(node).gpus().tell(begun);
        }
    }

    private List<FakeNode.Begun> begun(int node, Instant now) {
        List<FakeNode.Begun> begun = new ArrayList<>();
        begins.forEach((symptom, begin) -> {
            boolean isHere = symptom.rank() / scenario.shape().gpusPerNode() == node;
            if (isHere && !now.isBefore(begin)) {
                Instant since = begin.equals(Instant.MIN) ? start : begin;
                begun.add(new FakeNode.Begun(symptom, seconds(since, now)));
            }
        });
        return begun;
    }

    private static long seconds(Instant since, Instant now) {
        return Math.max(0, Duration.between(since, now).toSeconds());
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            if (writer.isAlive()) {
                writer.join(LAST_WRITE_MAX);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        nodes.forEach(node -> node.gpus().close());
    }
}
