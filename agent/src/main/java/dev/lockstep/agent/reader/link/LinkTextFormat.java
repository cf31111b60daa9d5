// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.link;

import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// What `ethtool -S`, `perfquery`, `ibqueryerrors`, `rdma statistic` and `ibstat` print.
public final class LinkTextFormat implements LineFormat {
    /// Stateless.
    public LinkTextFormat() {}

    @Override
    public String format() {
        return "ib-text";
    }

    @Override
    public List<String> needles() {
        return List.of(
                "NIC statistics:", "# Port ", "Errors for ", "GUID 0x", "link ", "CA '", "hca_id:", "## Summary:");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new LinkTextReader(file, out);
    }
}
