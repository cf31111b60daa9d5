// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.process;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Errors of RDMA as UCX below MPI tells them, with the syndrome of the adapter in place of the status of verbs:
///
/// ```
/// [node3:37049:0:37049] ib_mlx5_log.c:147  Transport retry count exceeded on mlx5_1:1/RoCE (synd 0x15 vend 0x81 …)
/// ```
final class UcxLines {
    /// Stands in every line that matters.
    static final String NEEDLE = "(synd 0x";
    private static final Pattern ERROR = Pattern.compile("\\[([\\w.-]{1,255}):(\\d{1,9}):[^\\]]{1,40}\\].*?\\s{2}"
            + "([A-Z][\\w -]{3,60}) on (\\w{1,64}):\\d+/\\w+ \\(synd 0x([0-9a-fA-F]{1,4}) vend 0x([0-9a-fA-F]{1,4})");
    private static final int LINES_MAX = 256;
    /// Work that was taken back after another error.
    private static final String FLUSHED = "5";

    /// Syndromes of mlx5, as the status that verbs make of them.
    private static final Map<String, String> STATUS =
            Map.of("1", "1", "2", "2", "4", "4", "5", "5", "12", "9", "13", "10", "14", "11", "15", "12", "16", "13");

    private final String file;
    private final Consumer<Sighting> out;
    private int told;

    UcxLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    boolean takes(Line line) {
        if (!line.text().contains(NEEDLE) || told >= LINES_MAX) {
            return false;
        }
        Matcher error = ERROR.matcher(line.text());
        if (!error.find()) {
            return false;
        }
        told++;
        Subject subject = Subject.ofHost(error.group(1))
                .withPid(Long.parseLong(error.group(2)))
                .withDevice(error.group(4));
        String syndrome = error.group(5).toLowerCase(Locale.ROOT).replaceFirst("^0+(?=.)", "");
        String status = STATUS.getOrDefault(syndrome, "unknown");
        Source source = new Source(file, line.number());
        Clue clue = status.equals(FLUSHED)
                ? Clue.echo(Signal.NET_FLUSH_SECONDARY, Severity.P0, subject, source, line.raw())
                : Clue.root(Signal.NET_COMPLETION_ERROR, Severity.P0, subject, source, line.raw());
        out.accept(clue.with("status", status)
                .with("vendor_err", Integer.parseInt(error.group(6), 16))
                .with("hca", error.group(4))
                .with("message", error.group(3))
                .with("class", "network")
                .with("advise", "ibstat and the port's counters on the host; does the peer's process live")
                .of("ucx|" + error.group(1) + "|" + error.group(4)));
        return true;
    }
}
