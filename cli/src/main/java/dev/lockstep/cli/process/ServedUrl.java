// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.process;

import java.net.InetSocketAddress;

/// Where a command tells its reader to look.
public final class ServedUrl {
    private ServedUrl() {}

    /// The URL of what listens there, without a path. Where it listens on every address it names this machine.
    public static String of(String scheme, InetSocketAddress address) {
        String host = address.getAddress().isAnyLocalAddress()
                ? "localhost"
                : address.getAddress().getHostAddress();
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
