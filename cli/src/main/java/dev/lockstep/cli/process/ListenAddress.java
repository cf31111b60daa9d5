// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.process;

import dev.lockstep.core.config.InvalidConfigException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `--listen` of a command takes.
public final class ListenAddress {
    private static final Pattern HOST_PORT = Pattern.compile("(.+):(\\d{1,5})");
    private static final int PORT_MAX = 65_535;

    private ListenAddress() {}

    /// The address that `text` names.
    ///
    /// @throws InvalidConfigException if `text` is no HOST:PORT
    public static InetSocketAddress parse(String text) {
        Matcher matcher = HOST_PORT.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > PORT_MAX) {
            throw new InvalidConfigException(List.of("--listen: '" + text + "' is no HOST:PORT"));
        }
        return new InetSocketAddress(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }
}
