// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.Life;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.incident.IncidentChange;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// One run told step by step: what is wrong in it, what was found each second and what became of it.
final class Explanation {
    private final PrintWriter out;
    private List<String> before = List.of();

    Explanation(PrintWriter out) {
        this.out = out;
    }

    Verdict of(Case run) {
        out.println(run.name());
        for (Life life : run.lives()) {
            life.scenario().faults().forEach(fault -> out.println("fault  " + fault));
            life.scenario().decoys().forEach(decoy -> out.println("decoy  " + decoy));
        }
        run.adverse().forEach(plan -> out.println("plan  " + plan));
        run.expected().forEach(expected -> out.println("expected  " + expected.kinds() + " of " + expected.culprit()));
        Verdict verdict = new Trial(run).run(this::look);
        verdict.named()
                .forEach(named -> out.printf(
                        "named  %s after %.1f s, suspected after %.1f s%n",
                        named.expectation().culprit(), named.nanos() / 1e9, named.suspectNanos() / 1e9));
        out.println();
        return verdict;
    }

    private void look(int second, Trial.Look look) {
        List<String> findings = look.findings().stream().map(Explanation::line).toList();
        List<String> fresh = new ArrayList<>(findings);
        fresh.removeAll(before);
        before = findings;
        fresh.forEach(finding -> out.println(second + " s  finding  " + finding));
        for (IncidentChange change : look.changes()) {
            out.println(second + " s  " + change.what().label() + "  "
                    + change.incident().severity().label() + " "
                    + change.incident().title());
        }
    }

    private static String line(Finding finding) {
        String who = finding.culprits().stream().map(Explanation::name).collect(Collectors.joining(", "));
        return "%s %s of %s, confidence %.1f, %s"
                .formatted(
                        finding.severity().label(),
                        finding.kind().label(),
                        who.isEmpty() ? "nobody" : who,
                        finding.confidence(),
                        String.join("; ", finding.evidence().facts()));
    }

    private static String name(Entity entity) {
        String rank = entity.rank().isPresent() ? "rank " + entity.rank().getAsInt() : "";
        String node = entity.node().orElse("");
        return (rank.isEmpty() ? node : rank)
                + entity.device().map(device -> " " + device).orElse("");
    }
}
