// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import dev.lockstep.cli.doctor.PrometheusTargets.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Does Prometheus scrape this node's agent, and does it work.
final class PrometheusCheck {
    private static final String CHECK = "prometheus";
    private static final String TARGETS = "/api/v1/targets?state=active";
    private static final int OK = 200;

    private PrometheusCheck() {}

    static Finding notAsked() {
        return Finding.note(CHECK, "not asked whether it scrapes this agent", "name it: --prometheus URL");
    }

    static Finding finding(URI prometheus, URI agent) {
        try {
            HttpGet.Answer answer = HttpGet.of(prometheus.resolve(TARGETS));
            if (answer.status() != OK) {
                return Finding.fail(
                        CHECK, prometheus + " answers " + answer.status(), "name Prometheus itself: --prometheus URL");
            }
            return finding(prometheus, agent, PrometheusTargets.in(answer.body()));
        } catch (IOException down) {
            return Finding.fail(
                    CHECK, prometheus + " cannot be asked: " + down.getMessage(), "correct --prometheus URL");
        }
    }

    private static Finding finding(URI prometheus, URI agent, List<Target> targets) {
        Set<String> names = namesOf(agent);
        List<Target> onOurPort = targets.stream()
                .filter(target -> target.address().getPort() == agent.getPort())
                .toList();
        Optional<Target> ours = onOurPort.stream()
                .filter(target -> names.contains(
                        String.valueOf(target.address().getHost()).toLowerCase(Locale.ROOT)))
                .findFirst();
        if (ours.isEmpty()) {
            return Finding.fail(
                    CHECK,
                    prometheus + " scrapes no agent of this node (" + onOurPort.size() + " others at port "
                            + agent.getPort() + ")",
                    "add this node to its scrape_configs");
        }
        return ours.get().isUp()
                ? Finding.ok(
                        CHECK,
                        prometheus + " scrapes " + ours.get().address() + ", last at "
                                + ours.get().lastScrape())
                : Finding.fail(
                        CHECK,
                        prometheus + " cannot scrape " + ours.get().address() + ": "
                                + ours.get().lastError(),
                        "make the agent listen where Prometheus can reach it: --listen");
    }

    /// All names under which Prometheus may know this machine, and the agent's own.
    private static Set<String> namesOf(URI agent) {
        Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
        names.add(String.valueOf(agent.getHost()).toLowerCase(Locale.ROOT));
        try {
            InetAddress self = InetAddress.getLocalHost();
            names.add(self.getHostName().toLowerCase(Locale.ROOT));
            names.add(self.getCanonicalHostName().toLowerCase(Locale.ROOT));
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .map(InetAddress::getHostAddress)
                    .forEach(address -> names.add(address.contains(":") ? "[" + address + "]" : address));
        } catch (SocketException | UnknownHostException nameless) {
            return names;
        }
        return names;
    }
}
