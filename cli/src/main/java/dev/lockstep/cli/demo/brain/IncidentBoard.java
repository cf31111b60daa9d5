// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.cli.demo.brain.Injected.Match;
import dev.lockstep.cli.text.Style;
import dev.lockstep.cli.text.StyledLine;
import dev.lockstep.cli.text.Units;
import dev.lockstep.cli.text.WrappedText;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What was injected and what the brain says of it, at each look. Pure: incidents and times go in, lines come out.
/// Times are shown as minutes and seconds since the job's start. Not for several threads.
public final class IncidentBoard {
    /// Incidents of which a picture has all; of those beyond it has the number.
    private static final int SHOWN_MAX = 2;

    private final List<Injected> injected;
    private final Instant start;
    private final Map<String, Sighted> sighted = new LinkedHashMap<>();
    private final Map<String, String> told = new LinkedHashMap<>();
    private Optional<Instant> foundAt = Optional.empty();

    /// @param start of the job
    public IncidentBoard(List<Injected> injected, Instant start) {
        this.injected = List.copyOf(injected);
        this.start = start;
    }

    /// Takes in what the brain knows now.
    public void look(List<Incident> incidents, Instant now) {
        for (Incident incident : incidents) {
            Optional<Instant> before =
                    Optional.ofNullable(sighted.get(incident.id())).flatMap(Sighted::opened);
            boolean isOpen = incident.state() == IncidentState.OPEN;
            sighted.put(incident.id(), new Sighted(incident, before.or(() -> isOpen ? Optional.of(now) : before)));
        }
        sighted.keySet()
                .removeIf(id ->
                        incidents.stream().noneMatch(incident -> incident.id().equals(id)));
        foundAt = isAllFound() ? foundAt.or(() -> Optional.of(now)) : Optional.empty();
    }

    private boolean isAllFound() {
        return !injected.isEmpty()
                && injected.stream()
                        .allMatch(fault -> sighted.values().stream()
                                .anyMatch(each ->
                                        each.opened().isPresent() && fault.match(each.incident()) == Match.RIGHT));
    }

    /// Since when all that was injected is named rightly; absent while it is not.
    public Optional<Instant> foundAt() {
        return foundAt;
    }

    /// The part of the picture that tells of faults and incidents.
    public List<StyledLine> lines(Instant now, int columns) {
        List<Sighted> active = active();
        if (active.isEmpty()) {
            return expecting(now, columns);
        }
        List<StyledLine> lines = new ArrayList<>();
        for (Sighted each : active.subList(0, Math.min(SHOWN_MAX, active.size()))) {
            lines.addAll(text(each, columns));
        }
        if (active.size() > SHOWN_MAX) {
            lines.add(StyledLine.plain("and " + (active.size() - SHOWN_MAX) + " more"));
        }
        return lines;
    }

    /// What has opened, changed its culprits or ended since this was asked last, for output that is not drawn over.
    public List<List<StyledLine>> news(int columns) {
        List<List<StyledLine>> news = new ArrayList<>();
        for (Sighted each : sighted.values()) {
            Incident incident = each.incident();
            boolean isNew = each.opened().isPresent() && !telling(incident).equals(told.get(incident.id()));
            if (isNew) {
                told.put(incident.id(), telling(incident));
                news.add(text(each, columns));
            }
        }
        return news;
    }

    private static String telling(Incident incident) {
        return incident.state() + " " + incident.kind() + " " + incident.severity() + " " + incident.culprits();
    }

    /// Whether anything has opened yet.
    public boolean hasOpened() {
        return sighted.values().stream().anyMatch(each -> each.opened().isPresent());
    }

    /// The severity of what is open, by the rank that it names.
    public Map<Integer, String> marks() {
        Map<Integer, String> marks = new TreeMap<>();
        for (Sighted each : active()) {
            if (each.incident().state() == IncidentState.OPEN) {
                for (Entity culprit : each.incident().culprits()) {
                    culprit.rank()
                            .ifPresent(rank -> marks.putIfAbsent(
                                    rank, each.incident().severity().name()));
                }
            }
        }
        return marks;
    }

    /// What was found against what was injected, when all is over.
    public List<StyledLine> outcome(Instant now, int columns) {
        return new Outcome(injected, List.copyOf(sighted.values()), this::clock).lines(now, columns);
    }

    /// Open ones first, the most severe of them first.
    private List<Sighted> active() {
        return sighted.values().stream()
                .filter(each -> each.incident().isActive())
                .sorted(Comparator.comparing((Sighted each) -> each.incident().state() == IncidentState.SUSPECT)
                        .thenComparing(each -> each.incident().severity())
                        .thenComparingLong(each -> each.incident().startWallNanos()))
                .toList();
    }

    private List<StyledLine> text(Sighted each, int columns) {
        String when = each.opened()
                .map(opened -> clock(opened)
                        + after(opened)
                                .map(time -> ", " + time.toSeconds() + " s after the fault began")
                                .orElse(""))
                .orElse("");
        return IncidentText.of(each.incident(), when, columns);
    }

    private List<StyledLine> expecting(Instant now, int columns) {
        Optional<Injected> last = injected.stream()
                .filter(fault -> fault.hasBegun(now))
                .max(Comparator.comparing(fault -> fault.begin().orElseThrow()));
        Optional<Injected> next = injected.stream()
                .filter(fault -> fault.begin().filter(now::isBefore).isPresent())
                .min(Comparator.comparing(fault -> fault.begin().orElseThrow()));
        String text = last.map(fault -> "Since " + seconds(fault.begin().orElseThrow(), now) + " " + fault.words()
                        + ". The brain has named nobody yet.")
                .or(() -> next.map(fault ->
                        "No incident. In " + seconds(now, fault.begin().orElseThrow()) + " " + fault.words() + "."))
                .orElse("No incident.");
        return StyledLine.of(WrappedText.lines("", text, columns), last.isPresent() ? Style.STRONG : Style.GOOD);
    }

    private static String seconds(Instant from, Instant to) {
        return Duration.between(from, to).toSeconds() + " s";
    }

    /// How long after the last fault before it.
    private Optional<Duration> after(Instant time) {
        return injected.stream()
                .flatMap(fault -> fault.begin().stream())
                .filter(begin -> !time.isBefore(begin))
                .max(Comparator.naturalOrder())
                .map(begin -> Duration.between(begin, time));
    }

    private String clock(Instant time) {
        Duration running = Duration.between(start, time);
        return Units.clock(running.isNegative() ? Duration.ZERO : running);
    }
}
