// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.cli.text.Style;
import dev.lockstep.cli.text.StyledLine;
import dev.lockstep.cli.text.WrappedText;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.RankRanges;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// An incident for a terminal:
///
/// ```
/// P1 straggler_gpu · open since 00:19, 9 s after the fault began
/// rank 5 (GPU-6c337870 on node-a) comes late by its GPU: 100 % of what its peers compute
///   culprit    rank 5 · GPU 0000:c3:00.0 · node-a
///   evidence   Own delay 96.0 ms a span, 100 % of what its peers compute, in 100 % of 20 spans.
///              Its GPU computes longer than those of its peers.
///   next step  Look at clocks, power and temperature of that GPU on node node-a, and drain it if it stays.
/// ```
final class IncidentText {
    private static final String CULPRIT = "  culprit    ";
    private static final String EVIDENCE = "  evidence   ";
    private static final String NEXT_STEP = "  next step  ";
    private static final String MORE = " ".repeat(EVIDENCE.length());
    private static final int FACTS_MAX = 4;

    private IncidentText() {}

    /// @param when when it opened, in words; empty while it is a suspicion
    static List<StyledLine> of(Incident incident, String when, int columns) {
        List<StyledLine> lines = new ArrayList<>();
        String head = incident.severity().name() + " " + incident.kind().label();
        Style style = style(incident);
        lines.addAll(StyledLine.of(WrappedText.lines("", head + " · " + state(incident, when), columns), style));
        lines.addAll(StyledLine.of(WrappedText.lines("", incident.title(), columns), Style.STRONG));
        add(lines, CULPRIT, culprits(incident), columns);
        add(lines, EVIDENCE, facts(incident), columns);
        add(lines, NEXT_STEP, List.of(incident.nextStep()), columns);
        return lines;
    }

    /// The first text stands behind its name, the others below it.
    private static void add(List<StyledLine> lines, String name, List<String> texts, int columns) {
        String lead = name;
        for (String text : texts) {
            lines.addAll(StyledLine.of(WrappedText.lines(lead, text, columns), Style.PLAIN));
            lead = MORE;
        }
    }

    private static String state(Incident incident, String when) {
        return switch (incident.state()) {
            case SUSPECT -> "a suspicion, which alerts nobody";
            case OPEN -> "open since " + when;
            case CLOSED -> "over";
        };
    }

    private static Style style(Incident incident) {
        if (incident.state() != IncidentState.OPEN) {
            return Style.FAINT;
        }
        return incident.severity() == Severity.P0 ? Style.ALARM : Style.WARNING;
    }

    /// A stop has its title as its first fact.
    private static List<String> facts(Incident incident) {
        return incident.evidence().facts().stream()
                .filter(fact -> !fact.equals(incident.title()))
                .limit(FACTS_MAX)
                .toList();
    }

    /// A line for each node: its ranks, and the GPU where it is one.
    private static List<String> culprits(Incident incident) {
        Map<String, List<Entity>> byNode = new LinkedHashMap<>();
        for (Entity culprit : incident.culprits()) {
            byNode.computeIfAbsent(culprit.node().orElse(""), _ -> new ArrayList<>())
                    .add(culprit);
        }
        List<String> lines = new ArrayList<>();
        byNode.forEach((node, entities) -> lines.add(culprit(node, entities)));
        return lines.isEmpty() ? List.of("nobody can be named") : lines;
    }

    private static String culprit(String node, List<Entity> entities) {
        List<String> words = new ArrayList<>();
        TreeSet<Integer> ranks = new TreeSet<>();
        entities.forEach(entity -> entity.rank().ifPresent(ranks::add));
        if (!ranks.isEmpty()) {
            words.add((ranks.size() == 1 ? "rank " : "ranks ") + RankRanges.of(ranks));
        }
        if (entities.size() == 1) {
            gpu(entities.getFirst()).ifPresent(words::add);
            entities.getFirst().device().ifPresent(words::add);
        }
        if (!node.isEmpty()) {
            words.add(node);
        }
        return String.join(" · ", words);
    }

    private static Optional<String> gpu(Entity entity) {
        return entity.gpu().flatMap(gpu -> gpu.pciBusId().or(gpu::uuid)).map(name -> "GPU " + name);
    }
}
