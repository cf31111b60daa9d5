// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.agent.reader.tree.Bytes;
import dev.lockstep.agent.reader.tree.Document;
import dev.lockstep.agent.reader.tree.Node;
import dev.lockstep.agent.reader.tree.TolerantJson;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.ras.RasEvent;
import dev.lockstep.core.analysis.cause.ras.RasProcess;
import dev.lockstep.core.analysis.cause.ras.RasReport;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Reads the JSON of RAS: answers to `status`, and the monitor's stream of objects that stand one behind the
/// other, over several lines each. Documents of 2.28.7 to 2.28.9 lack a comma before each missing rank's
/// status, and are read.
public final class RasJsonReader implements FileReader {
    /// Stateless.
    public RasJsonReader() {}

    @Override
    public String format() {
        return "ras-json";
    }

    @Override
    public boolean recognises(InputFile file) {
        String head = file.headText();
        boolean isStatus = head.contains("\"communicators\"")
                && (head.contains("\"nccl_version\"") || head.contains("\"communicators_count\""));
        boolean isMonitor = head.contains("\"event\"") && head.contains("\"PEER_");
        return (isStatus || isMonitor) && head.indexOf('{') >= 0;
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        Document document = TolerantJson.read(Bytes.of(file).text());
        String version = "";
        int events = 0;
        for (Document.Root root : document.roots()) {
            Source source = new Source(file.name(), root.line());
            Node node = root.value();
            if (node.has("communicators")) {
                version = node.get("nccl_version").text();
                RasReport report = RasJson.report(source, node);
                out.accept(report);
                Agreement.of(report).ifPresent(out);
            } else if (node.has("event") && events++ < EventReader.EVENTS_MAX) {
                out.accept(event(source, node));
            }
        }
        if (document.defectCount() > 0 || document.isCut()) {
            out.accept(malformed(file.name(), document, version));
        }
    }

    private static Clue malformed(String file, Document document, String version) {
        boolean isKnown = document.hasDefect(Document.Kind.MISSING_COMMA);
        int line =
                document.defects().isEmpty() ? 0 : document.defects().getFirst().line();
        String near = document.defects().isEmpty()
                ? ""
                : " before \"" + document.defects().getFirst().near() + "\"";
        String words;
        if (isKnown) {
            words = "missing comma" + near + ", a known defect of NCCL 2.28.7 to 2.28.9 in reports with missing ranks"
                    + (version.isEmpty() ? "" : " (this is " + version + ")") + ": read as if it were there";
        } else if (document.isCut()) {
            words = "the document ends inside a value: read as far as it goes";
        } else {
            words = "the document is no clean JSON" + near + ": read as far as it goes";
        }
        return Clue.context(Signal.TELEMETRY_MALFORMED, Severity.INFO, Subject.NONE, new Source(file, line), words)
                .with("defects", document.defectCount())
                .of("file|" + file);
    }

    private static RasEvent event(Source source, Node node) {
        Node peer = node.get("peer");
        RasProcess process = peer.has("pid") || peer.has("host")
                ? new RasProcess(
                        OptionalInt.empty(),
                        first(peer.get("cuda_devs")),
                        peer.get("pid").whole(),
                        peer.get("host").word(),
                        Optional.empty())
                : Names.address(peer.get("addr").text())
                        .map(Names.Named::process)
                        .orElse(RasProcess.UNKNOWN);
        String time = node.get("timestamp").text();
        String name = node.get("event").text();
        return new RasEvent(
                source,
                Stamps.dateTime(time),
                name,
                process,
                "[" + time + "] " + name + " " + peer.rendered() + " "
                        + node.get("details").text());
    }

    private static OptionalInt first(Node list) {
        return list.items().isEmpty()
                ? OptionalInt.empty()
                : list.items().getFirst().small();
    }
}
