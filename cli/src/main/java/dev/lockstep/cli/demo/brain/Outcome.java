// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.cli.demo.brain.Injected.Match;
import dev.lockstep.cli.text.Style;
import dev.lockstep.cli.text.StyledLine;
import dev.lockstep.cli.text.WrappedText;
import dev.lockstep.core.analysis.incident.Incident;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What was injected, what was found, and whether that is the same:
///
/// ```
/// Injected  00:10  the GPU of rank 5 (node-a) computes 2 times as long
/// Found     00:19  P1 straggler_gpu, 9 s later: rank 5 (GPU-6c337870 on node-a) comes late by its GPU: …
/// As injected: one incident, of the right kind, which names the culprit.
/// ```
final class Outcome {
    private static final String NO_TIME = "     ";

    private final List<Injected> injected;
    private final List<Sighted> found;
    private final List<Sighted> suspected;
    private final Function<Instant, String> clock;

    Outcome(List<Injected> injected, List<Sighted> sighted, Function<Instant, String> clock) {
        this.injected = injected;
        this.found = sighted.stream().filter(each -> each.opened().isPresent()).toList();
        this.suspected =
                sighted.stream().filter(each -> each.opened().isEmpty()).toList();
        this.clock = clock;
    }

    List<StyledLine> lines(Instant now, int columns) {
        List<StyledLine> lines = new ArrayList<>();
        List<Injected> begun =
                injected.stream().filter(fault -> fault.hasBegun(now)).toList();
        begun.forEach(fault -> add(lines, "Injected  ", clock(fault.begin()), fault.words(), columns));
        found.forEach(each -> add(lines, "Found     ", clock(each.opened()), words(each), columns));
        suspected.forEach(
                each -> add(lines, "Suspected ", NO_TIME, each.incident().title(), columns));
        lines.addAll(verdict(begun, columns));
        return lines;
    }

    private static void add(List<StyledLine> lines, String name, String time, String words, int columns) {
        lines.addAll(StyledLine.of(WrappedText.lines(name + time + "  ", words, columns), Style.PLAIN));
    }

    private String clock(Optional<Instant> time) {
        return time.map(clock).orElse(NO_TIME);
    }

    private String words(Sighted each) {
        Incident incident = each.incident();
        String later = injected.stream()
                .filter(fault -> fault.match(incident) != Match.WRONG)
                .flatMap(fault -> fault.begin().stream())
                .flatMap(begin -> each.opened().stream().map(opened -> Duration.between(begin, opened)))
                .findFirst()
                .map(time -> ", " + time.toSeconds() + " s later")
                .orElse("");
        return incident.severity().name() + " " + incident.kind().label() + later + ": " + incident.title();
    }

    private List<StyledLine> verdict(List<Injected> begun, int columns) {
        if (begun.isEmpty()) {
            String due = injected.isEmpty() ? "Nothing was injected" : "Nothing was injected yet (run it longer)";
            return found.isEmpty()
                    ? said(due + ", and the brain opened no incident.", Style.GOOD, columns)
                    : said(due + ", and the brain opened " + count(found.size()) + ".", Style.ALARM, columns);
        }
        long named = begun.stream().filter(fault -> isTold(fault, Match.RIGHT)).count();
        long among = begun.stream()
                .filter(fault -> !isTold(fault, Match.RIGHT) && isTold(fault, Match.AMONG_OTHERS))
                .count();
        boolean isAll = named == begun.size() && found.size() == begun.size();
        if (isAll) {
            return said(
                    "As injected: " + count(found.size()) + " of the right kind, with the right culprit.",
                    Style.GOOD,
                    columns);
        }
        if (found.isEmpty()) {
            return said("Not found: the brain opened no incident in this time.", Style.WARNING, columns);
        }
        String others = among == 0 ? "" : ", " + among + " among other candidates";
        return said(
                "Of %d injected, %d named rightly%s; %s opened."
                        .formatted(begun.size(), named, others, count(found.size())),
                Style.WARNING,
                columns);
    }

    private boolean isTold(Injected fault, Match match) {
        return found.stream().anyMatch(each -> fault.match(each.incident()) == match);
    }

    private static String count(int incidents) {
        return incidents == 1 ? "one incident" : incidents + " incidents";
    }

    private static List<StyledLine> said(String text, Style style, int columns) {
        return StyledLine.of(WrappedText.lines("", text, columns), style);
    }
}
