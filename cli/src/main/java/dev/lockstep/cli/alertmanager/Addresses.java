// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import java.net.URI;

/// Where the services are that have one well-known address each; a site behind a proxy has others.
///
/// @param pagerDuty of Events API v2, whole
/// @param relay of `lockstep relay`, without a slash at the end
public record Addresses(URI pagerDuty, URI relay) {
    /// The services' own, and a relay on this machine.
    public static Addresses usual() {
        return new Addresses(
                URI.create("https://events.pagerduty.com/v2/enqueue"), URI.create("http://127.0.0.1:28031"));
    }
}
