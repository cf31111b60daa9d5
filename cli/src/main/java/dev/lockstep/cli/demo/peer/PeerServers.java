// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.peer;

import dev.lockstep.cli.server.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The servers of a demo while they run. Closing ends them in the opposite order.
public final class PeerServers implements AutoCloseable {
    private final Path folder;
    private final Deque<ServerProcess> running = new ArrayDeque<>();
    private Optional<URI> prometheus = Optional.empty();
    private Optional<URI> alertmanager = Optional.empty();

    private PeerServers(Path folder) {
        this.folder = folder;
    }

    /// Fails if one of them is not installed, with a line that says how to install it.
    public static void check(Set<Peer> wanted) {
        wanted.forEach(Peer::needed);
    }

    /// Starts Prometheus, Alertmanager if wanted, and for each node a node_exporter if that is installed. Returns when
    /// they answer.
    ///
    /// @param folder of their own, which the caller removes
    /// @param rules rule files of Prometheus
    /// @param webhook where Alertmanager sends notifications
    public static PeerServers start(Set<Peer> wanted, Path folder, List<Path> rules, Targets targets, URI webhook)
            throws IOException, InterruptedException {
        PeerServers servers = new PeerServers(Files.createDirectories(folder));
        try {
            List<URI> machines = servers.startMachines(targets.nodes().size());
            if (wanted.contains(Peer.ALERTMANAGER)) {
                servers.startAlertmanager(webhook);
            }
            servers.startPrometheus(rules, targets, machines);
            return servers;
        } catch (IOException | InterruptedException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    /// Where Prometheus answers.
    public URI prometheus() {
        return prometheus.orElseThrow();
    }

    /// Where Alertmanager answers, if there is one.
    public Optional<URI> alertmanager() {
        return alertmanager;
    }

    /// The simulated nodes share this machine, so all of them tell the same.
    private List<URI> startMachines(int nodes) throws IOException, InterruptedException {
        Optional<Path> program = Peer.NODE_EXPORTER.find();
        List<URI> machines = new ArrayList<>();
        for (int node = 0; node < nodes && program.isPresent(); node++) {
            int port = ServerProcess.freePort();
            List<String> command = List.of(program.get().toString(), "--web.listen-address=127.0.0.1:" + port);
            machines.add(run(Peer.NODE_EXPORTER, port, command, "/"));
        }
        return machines;
    }

    private void startAlertmanager(URI webhook) throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> command = List.of(
                Peer.ALERTMANAGER.needed().toString(),
                "--config.file=" + PeerConfig.alertmanager(folder, webhook),
                "--storage.path=" + folder.resolve("alertmanager"),
                "--cluster.listen-address=",
                "--web.listen-address=127.0.0.1:" + port);
        alertmanager = Optional.of(run(Peer.ALERTMANAGER, port, command, "/-/ready"));
    }

    private void startPrometheus(List<Path> rules, Targets targets, List<URI> machines)
            throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        PeerConfig.Scraped scraped = new PeerConfig.Scraped(targets, machines, port, alertmanager);
        List<String> command = new ArrayList<>(List.of(
                Peer.PROMETHEUS.needed().toString(),
                "--config.file=" + PeerConfig.prometheus(folder, rules, scraped),
                "--storage.tsdb.path=" + folder.resolve("prometheus"),
                "--web.listen-address=127.0.0.1:" + port));
        prometheus = Optional.of(run(Peer.PROMETHEUS, port, command, "/-/ready"));
    }

    private URI run(Peer peer, int port, List<String> command, String readyPath)
            throws IOException, InterruptedException {
        ServerProcess process = ServerProcess.start(peer.toString(), port, command, folder);
        running.push(process);
        return process.awaitReady(readyPath).address();
    }

    @Override
    public void close() {
        running.forEach(ServerProcess::close);
        running.clear();
    }
}
