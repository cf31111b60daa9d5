// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.link;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// One machine sends, and the other receives nothing: an address or route is wrong.
final class OneWay {
    private static final List<String> SENT = List.of("tx_pkts", "tx_packets", "port_xmit_packets", "PortXmitPkts");
    private static final List<String> RECEIVED = List.of("rx_pkts", "rx_packets", "port_rcv_packets", "PortRcvPkts");

    private static final int HOSTS_NAMED_MAX = 8;

    private OneWay() {}

    static Optional<Conclusion> judge(Collection<PortView> ports) {
        Optional<PortView> sender =
                ports.stream().filter(port -> sum(port, SENT) > 0).findFirst();
        if (sender.isEmpty()) {
            return Optional.empty();
        }
        List<PortView> others = ports.stream()
                .filter(port -> !port.any.host().equals(sender.get().any.host()))
                .toList();
        boolean isCounted = others.stream()
                .anyMatch(port ->
                        RECEIVED.stream().anyMatch(name -> port.last(name).isPresent()));
        boolean isSilent = others.stream().allMatch(port -> sum(port, RECEIVED) == 0);
        if (!isCounted || !isSilent) {
            return Optional.empty();
        }
        String from = sender.get().any.host();
        String to = others.stream()
                .map(port -> port.any.host())
                .distinct()
                .limit(HOSTS_NAMED_MAX)
                .collect(Collectors.joining(", "));
        return Optional.of(Conclusion.of(
                        Signal.NET_CONFIG,
                        Severity.P1,
                        "link|oneway",
                        from + " sends and " + to
                                + " receives nothing: tx without rx on the peer. Address, subnet, GID"
                                + " index or security group.")
                .sure(0.8)
                .restingOn(others.stream()
                        .flatMap(port -> RECEIVED.stream().flatMap(name -> port.readings(name).stream()))
                        .map(LinkRule::exhibit)
                        .toList())
                .with("sender", from)
                .with("receiver", to)
                .next("Compare GID indexes and addresses of both (show_gids), and what the switch or cloud"
                        + " lets through."));
    }

    private static long sum(PortView port, List<String> names) {
        return names.stream().mapToLong(name -> port.last(name).orElse(0)).sum();
    }
}
