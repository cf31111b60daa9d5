// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.demo.alert.AlertLog;
import dev.lockstep.cli.demo.alert.AlertWebhook;
import dev.lockstep.cli.demo.peer.Peer;
import dev.lockstep.cli.demo.peer.PeerServers;
import dev.lockstep.cli.demo.peer.Targets;
import dev.lockstep.cli.notification.Notification.Alert;
import dev.lockstep.cli.scratch.ScratchFolder;
import dev.lockstep.cli.view.DashboardViewer;
import dev.lockstep.cli.view.ViewedDashboard;
import dev.lockstep.simulator.dcgm.DcgmExporters;
import dev.lockstep.simulator.scenario.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/// What a demo has beside its agents when it is asked for servers: Prometheus with the rules, Alertmanager, a
/// dcgm-exporter for each node, and the viewer of dashboards. Closing takes all of it away.
final class DemoMonitoring implements AutoCloseable {
    private static final int RECENT_MAX = 6;

    private final InstantSource clock;
    private final FaultTimes fault;
    private final AlertLog log = new AlertLog();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<String> places = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> arrived = new ConcurrentLinkedQueue<>();
    private final Deque<String> recent = new ArrayDeque<>();

    private DemoMonitoring(InstantSource clock, FaultTimes fault) {
        this.clock = clock;
        this.fault = fault;
    }

    /// The job that is watched.
    ///
    /// @param start of the job in wall-clock time
    /// @param nodes the nodes' names
    /// @param agents where the agents answer, in the order of the nodes
    record Job(Scenario scenario, Instant start, List<String> nodes, List<URI> agents) {}

    /// Nothing at all.
    static DemoMonitoring none(InstantSource clock) {
        return new DemoMonitoring(clock, FaultTimes.none());
    }

    static DemoMonitoring start(Set<Peer> wanted, Job job, InstantSource clock)
            throws IOException, InterruptedException {
        DemoMonitoring monitoring = new DemoMonitoring(clock, FaultTimes.of(job.scenario(), job.start()));
        try {
            monitoring.startAll(wanted, job);
            return monitoring;
        } catch (IOException | InterruptedException | RuntimeException e) {
            monitoring.close();
            throw e;
        }
    }

    private void startAll(Set<Peer> wanted, Job job) throws IOException, InterruptedException {
        ScratchFolder folder = keep(ScratchFolder.onDisk("lockstep-demo-"));
        DcgmExporters gpus = keep(DcgmExporters.start(
                job.scenario(),
                new DcgmExporters.Settings(job.nodes(), false, 0),
                job.start().toEpochMilli(),
                1,
                clock));
        AlertWebhook webhook = keep(AlertWebhook.start(this::receive));
        List<Path> rules = DemoRules.write(folder.path());
        Targets targets = new Targets(
                job.nodes(),
                job.agents().stream().map(URI::getAuthority).toList(),
                gpus.addresses().stream()
                        .map(address -> "127.0.0.1:" + address.getPort())
                        .toList());
        PeerServers servers =
                keep(PeerServers.start(wanted, folder.path().resolve("servers"), rules, targets, webhook.address()));
        DashboardViewer viewer = keep(DashboardViewer.start(
                servers.prometheus(),
                ViewedDashboard.generated(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        places.add("Prometheus    " + servers.prometheus());
        servers.alertmanager().ifPresent(uri -> places.add("Alertmanager  " + uri));
        places.add("Dashboards    " + viewer.address());
    }

    private <T extends AutoCloseable> T keep(T opened) {
        open.push(opened);
        return opened;
    }

    /// On the thread of the webhook.
    private void receive(List<Alert> notices) {
        Instant now = clock.instant();
        arrived.addAll(log.tell(notices, notice -> fault.since(now, !notice.isFiring())));
    }

    /// Lines that say where the servers are.
    List<String> places() {
        return places;
    }

    /// Lines of alerts that have arrived since the last call.
    List<String> news() {
        List<String> news = new ArrayList<>();
        for (String line = arrived.poll(); line != null; line = arrived.poll()) {
            news.add(line);
            recent.add(line);
        }
        while (recent.size() > RECENT_MAX) {
            recent.removeFirst();
        }
        return news;
    }

    /// The last lines that `news` gave.
    List<String> recent() {
        return List.copyOf(recent);
    }

    @Override
    public void close() {
        List<Exception> failures = new ArrayList<>();
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("could not take away all that the demo started", failures.getFirst());
        }
    }
}
