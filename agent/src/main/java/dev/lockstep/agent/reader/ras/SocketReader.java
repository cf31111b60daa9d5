// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what is said of the RAS socket itself. Where its port is taken, the job runs on, and a poll of the port shows
/// another job.
final class SocketReader {
    private static final int PROCESSES_MAX = 4096;
    private static final Pattern PROCESS = Pattern.compile("(?:^|[\\s\\]])([\\w.-]{1,255}):(\\d{1,9}):\\d{1,9} \\[");
    private static final Pattern ADDRESS = Pattern.compile("client listening socket at (\\S+)");

    private final String file;
    private final Consumer<Sighting> out;
    private final Set<Subject> told = new HashSet<>();

    SocketReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void line(Line line) {
        String text = line.text();
        if (text.contains("RAS failed to establish a client listening socket")) {
            taken(line);
        } else if (text.contains("Failed to connect to the NCCL RAS service")
                || text.contains("NCCL unexpectedly closed the connection")
                || (text.contains(":28028") && text.contains("refused"))) {
            unreachable(line);
        }
    }

    private void taken(Line line) {
        Matcher process = PROCESS.matcher(line.text());
        Subject subject = Subject.NONE;
        if (process.find()) {
            subject = Subject.ofHost(process.group(1))
                    .withPid(Numbers.whole(process.group(2)).orElse(0));
        }
        if (told.size() >= PROCESSES_MAX || !told.add(subject)) {
            return;
        }
        Matcher matcher = ADDRESS.matcher(line.text());
        String address = matcher.find() ? matcher.group(1) : "the RAS port";
        Source source = new Source(file, line.number());
        out.accept(Clue.context(
                        Signal.BENIGN,
                        Severity.INFO,
                        subject,
                        source,
                        line.text().strip())
                .with("reason", "RAS client port in use; the job is unaffected")
                .of("ras|port"));
        out.accept(Clue.context(
                        Signal.TELEMETRY_GAP,
                        Severity.P2,
                        subject,
                        source,
                        line.text().strip())
                .with("detail", "no RAS endpoint for this process; a poll of " + address + " shows another job")
                .with("address", address)
                .of("ras|endpoint|" + subject));
    }

    private void unreachable(Line line) {
        Subject subject = Subject.NONE.withDevice("ras client");
        if (told.add(subject)) {
            out.accept(Clue.context(
                            Signal.TELEMETRY_GAP,
                            Severity.INFO,
                            Subject.NONE,
                            new Source(file, line.number()),
                            line.text().strip())
                    .with("detail", "the RAS client got no answer")
                    .of("ras|client"));
        }
    }
}
