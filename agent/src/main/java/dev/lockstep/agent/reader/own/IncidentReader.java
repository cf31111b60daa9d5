// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.own;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.agent.reader.tree.Bytes;
import dev.lockstep.agent.reader.tree.Document;
import dev.lockstep.agent.reader.tree.Node;
import dev.lockstep.agent.reader.tree.TolerantJson;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.incident.ToldIncident;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Reads our brain's incidents: the answer of `/api/v1/incidents`, one of `/api/v1/incidents/ID`, and what webhooks
/// get (`{"what":…,"incident":{…}}`), one or many in a file.
public final class IncidentReader implements FileReader {
    /// Incidents that are read of one file.
    static final int INCIDENTS_MAX = 4096;

    /// Stateless.
    public IncidentReader() {}

    @Override
    public String format() {
        return "incidents";
    }

    @Override
    public boolean recognises(InputFile file) {
        String head = file.headText();
        boolean isIncident =
                head.contains("\"kind\"") && head.contains("\"next_step\"") && head.contains("\"culprits\"");
        boolean isEmptyPage = head.contains("\"total\"") && head.contains("\"incidents\"");
        return head.stripLeading().startsWith("{") && (isIncident || isEmptyPage);
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        Document document = TolerantJson.read(Bytes.of(file).text());
        int count = 0;
        for (Document.Root root : document.roots()) {
            Source source = new Source(file.name(), root.line());
            for (Node each : incidents(root.value()).toList()) {
                if (count++ < INCIDENTS_MAX) {
                    incident(source, each).ifPresent(out);
                }
            }
        }
        if (document.isCut() || document.defectCount() > 0) {
            out.accept(remark(
                    Signal.TELEMETRY_MALFORMED, file, "incidents that are no clean JSON: read as far as it goes"));
        }
        out.accept(remark(Signal.INFO_PARSED, file, count + " incidents of the brain")
                .with("incidents", count));
    }

    private static Clue remark(Signal signal, InputFile file, String words) {
        return Clue.context(signal, Severity.INFO, Subject.NONE, Source.of(file.name()), words)
                .of("incidents|" + file.name());
    }

    private static Stream<Node> incidents(Node root) {
        if (root.has("incidents")) {
            return root.get("incidents").items().stream();
        }
        return Stream.of(root.has("incident") ? root.get("incident") : root);
    }

    /// Absent without what makes it one.
    private static Optional<ToldIncident> incident(Source source, Node node) {
        Optional<FindingKind> kind = constant(FindingKind.class, node.get("kind"));
        Optional<String> id = node.get("id").word();
        Optional<Severity> severity = constant(Severity.class, node.get("severity"));
        if (kind.isEmpty() || id.isEmpty() || severity.isEmpty()) {
            return Optional.empty();
        }
        String state = node.get("state").text();
        String start = node.get("start").text();
        Map<String, String> facts = new TreeMap<>();
        facts.put("kind", kind.get().label());
        put(facts, "state", node.get("state"));
        put(facts, "job", node.get("job_id"));
        put(facts, "comm", node.get("evidence").get("comm"));
        put(facts, "op", node.get("evidence").get("collective"));
        put(facts, "seq", node.get("evidence").get("sequence"));
        boolean isCalledFalse = node.get("judgement").get("verdict").text().equals("false");
        return Optional.of(new ToldIncident(
                source,
                id.get(),
                kind.get(),
                severity.get(),
                (state.equals("open") || state.equals("closed")) && !isCalledFalse,
                culprits(node.get("culprits")),
                Math.clamp(node.get("confidence").number().orElse(0), 0, 1),
                node.get("title").word().orElse(kind.get().label()),
                node.get("next_step").text(),
                Stamps.dateTime(start),
                facts));
    }

    private static void put(Map<String, String> facts, String name, Node value) {
        value.word().ifPresent(word -> facts.put(name, word));
    }

    private static <E extends Enum<E>> Optional<E> constant(Class<E> type, Node word) {
        String name = word.text().toUpperCase(Locale.ROOT);
        return Stream.of(type.getEnumConstants())
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static List<Subject> culprits(Node nodes) {
        return nodes.items().stream()
                .map(IncidentReader::culprit)
                .filter(subject -> !subject.equals(Subject.NONE))
                .toList();
    }

    private static Subject culprit(Node node) {
        Subject subject = Subject.NONE;
        if (node.get("rank").small().isPresent()) {
            subject = subject.withRank(node.get("rank").small().getAsInt());
        }
        if (node.get("comm_rank").small().isPresent()) {
            subject = subject.withGroupRank(node.get("comm_rank").small().getAsInt());
        }
        if (node.get("node").word().isPresent()) {
            subject = subject.withHost(node.get("node").text());
        }
        if (node.get("device").word().isPresent()) {
            subject = subject.withDevice(node.get("device").text());
        }
        Node gpu = node.get("gpu");
        if (gpu.get("index").small().isPresent()) {
            subject = subject.withGpu(gpu.get("index").small().getAsInt());
        }
        return gpu.get("pci_bus_id").word().map(subject::withPci).orElse(subject);
    }
}
