// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.source;

import java.util.Locale;
import java.util.Optional;

/// Says on which node something ran that names its host: files may come from other hosts, in a folder that many share.
/// This host's own name becomes the name that the agent was given for its node, any other stays.
public record NodeNames(String node, String hostName) {
    private static final String UNKNOWN = "unknown";

    /// The node of a host; the agent's own if the host is not known.
    public String of(String host) {
        return host.isEmpty() || host.equals(UNKNOWN) || isSame(host) ? node : host;
    }

    /// The node of a host if it is another one than the agent's.
    public Optional<String> elsewhere(String host) {
        String found = of(host);
        return found.equals(node) ? Optional.empty() : Optional.of(found);
    }

    /// A host may be named with its domain in one place and without it in the other.
    private boolean isSame(String host) {
        String a = host.toLowerCase(Locale.ROOT);
        String b = hostName.toLowerCase(Locale.ROOT);
        return a.equals(b) || a.startsWith(b + ".") || b.startsWith(a + ".");
    }
}
