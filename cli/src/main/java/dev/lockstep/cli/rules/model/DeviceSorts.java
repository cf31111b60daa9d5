// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

import dev.lockstep.core.model.device.LinkError;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which label values of the hardware's series are of one sort, as regular expressions for rules and dashboards.
public final class DeviceSorts {
    /// Errors of a link that cost time when they happen; signs of congestion are none.
    public static final String COSTLY_ERRORS = Stream.of(LinkError.values())
            .filter(LinkError::isCostly)
            .map(LinkError::label)
            .collect(Collectors.joining("|"));

    /// Reasons for which heat or power holds a GPU back; idling and the usual power cap are none.
    public static final String HEAT_OR_POWER = "hardware_slowdown|.*_thermal|power_brake";

    private DeviceSorts() {}
}
