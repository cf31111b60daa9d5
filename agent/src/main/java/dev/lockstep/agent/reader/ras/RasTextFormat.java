// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// What `ncclras` prints, wherever it stands: reports, monitor events, and what NCCL and the client say of the RAS
/// socket itself.
public final class RasTextFormat implements LineFormat {
    /// Stateless.
    public RasTextFormat() {}

    @Override
    public String format() {
        return "ras-text";
    }

    @Override
    public List<String> needles() {
        return List.of(
                " compiled with CUDA ",
                "Comms",
                "#0-",
                "#1-",
                "#2-",
                "#3-",
                "#4-",
                "#5-",
                "#6-",
                "#7-",
                "#8-",
                "#9-",
                "] PEER_",
                "RAS failed",
                "NCCL RAS service",
                "unexpectedly closed",
                ":28028");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        ReportReader reports = new ReportReader(file, out);
        EventReader events = new EventReader(file, out);
        SocketReader sockets = new SocketReader(file, out);
        return new LineReader() {
            @Override
            public boolean isOpen() {
                return reports.isOpen();
            }

            @Override
            public void line(Line line) {
                reports.line(line);
                events.line(line);
                sockets.line(line);
            }

            @Override
            public void end() {
                reports.end();
            }
        };
    }
}
