// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.link;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import java.util.Locale;
import java.util.OptionalLong;

/// A counter of a port at one moment.
///
/// @param host folder or name that parts the machines of one input; empty if there is only one
/// @param device `mlx5_0`; empty where a tool does not print it
/// @param snapshot orders readings of the same counter; empty if there is one
/// @param name as the driver or tool spells it, which may be no name for Prometheus (`RxTIDFullEr,32`)
/// @param value absent where the driver has none (`N/A (no PMA)`)
/// @param text as it was read
public record LinkCounter(
        Source source,
        String host,
        String device,
        String port,
        String snapshot,
        String name,
        OptionalLong value,
        String text)
        implements Detail {
    /// Whose counter it is, by the device's name.
    String vendor() {
        String lower = device.toLowerCase(Locale.ROOT);
        if (lower.startsWith("rdmap") || lower.startsWith("efa")) {
            return "efa";
        }
        if (lower.startsWith("hfi")) {
            return "opa";
        }
        return lower.startsWith("mlx") ? "mlx5" : "";
    }

    String portKey() {
        return host + "|" + device + "|" + port;
    }
}
