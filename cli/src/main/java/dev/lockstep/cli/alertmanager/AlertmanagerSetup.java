// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import dev.lockstep.core.config.InvalidConfigException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What an Alertmanager is configured with.
public record AlertmanagerSetup(Set<Channel> channels, SiteValues values, Addresses addresses, Paces paces) {
    public AlertmanagerSetup {
        channels = Set.copyOf(channels);
        if (Channel.TO_PEOPLE.stream().noneMatch(channels::contains)) {
            throw new InvalidConfigException(List.of(
                    "--channels has none that reaches a person, so that P0 and P1 would reach nobody: name one of "
                            + Channel.TO_PEOPLE));
        }
    }

    /// The committed example: all channels, with names of files in place of secrets.
    static AlertmanagerSetup example() {
        return new AlertmanagerSetup(
                EnumSet.allOf(Channel.class), SiteValues.placeholders(), Addresses.usual(), Paces.usual());
    }

    boolean has(Channel channel) {
        return channels.contains(channel);
    }
}
