// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

import dev.lockstep.core.analysis.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What one place of the input says by itself.
///
/// Incidents: clues with the same signal, the same {@link #incident} and {@link Weight#ROOT} become one conclusion and
/// one incident, however many ranks, lines or files say it. The key therefore names what is broken (a host's HCA, a
/// PCI address, an operation of a group), never the line, the port or the process that happened to say it.
///
/// @param severity what it would be if it were the root
/// @param subjects what it is about; the first is the one that would be the culprit
/// @param moment when, if the place says so
/// @param excerpt the words themselves, at most {@link #EXCERPT_MAX} characters
/// @param facts further values by name, in the names of the vocabulary (`status`, `op`, `seq`, `xid`); lists as
/// `[1, 2]`
/// @param incident what is broken, as a key; empty: signal and first subject
public record Clue(
        Signal signal,
        Severity severity,
        Weight weight,
        List<Subject> subjects,
        Optional<Moment> moment,
        Source source,
        String excerpt,
        Map<String, String> facts,
        String incident)
        implements Sighting {
    /// Longest excerpt; the rest of the line is cut and marked with an ellipsis.
    public static final int EXCERPT_MAX = 400;

    /// Key of the clue that the scheduler ended the job for its own reasons: connections that close then are no fault.
    public static final String ENDED_BY_SCHEDULER = "scheduler";

    public Clue {
        subjects = List.copyOf(subjects);
        facts = Map.copyOf(facts);
        if (excerpt.length() > EXCERPT_MAX) {
            excerpt = excerpt.substring(0, EXCERPT_MAX - 1) + "…";
        }
    }

    /// A clue that can be a root, without facts and time.
    public static Clue root(Signal signal, Severity severity, Subject subject, Source source, String excerpt) {
        return new Clue(
                signal, severity, Weight.ROOT, List.of(subject), Optional.empty(), source, excerpt, Map.of(), "");
    }

    /// A clue that follows from something else.
    public static Clue echo(Signal signal, Severity severity, Subject subject, Source source, String excerpt) {
        return root(signal, severity, subject, source, excerpt).withWeight(Weight.ECHO);
    }

    /// What the input is like, or what was read: no cause.
    public static Clue context(Signal signal, Severity severity, Subject subject, Source source, String excerpt) {
        return root(signal, severity, subject, source, excerpt).withWeight(Weight.CONTEXT);
    }

    /// The first subject, or nobody.
    public Subject subject() {
        return subjects.isEmpty() ? Subject.NONE : subjects.getFirst();
    }

    /// A fact, or empty text.
    public String fact(String name) {
        return facts.getOrDefault(name, "");
    }

    /// The same with another weight.
    public Clue withWeight(Weight value) {
        return new Clue(signal, severity, value, subjects, moment, source, excerpt, facts, incident);
    }

    /// The same with another severity.
    public Clue withSeverity(Severity value) {
        return new Clue(signal, value, weight, subjects, moment, source, excerpt, facts, incident);
    }

    /// The same at a time.
    public Clue at(Moment value) {
        return new Clue(signal, severity, weight, subjects, Optional.of(value), source, excerpt, facts, incident);
    }

    /// The same at that moment, if there is one.
    public Clue at(Optional<Moment> moment) {
        return moment.map(this::at).orElse(this);
    }

    /// The same with these subjects.
    public Clue about(List<Subject> value) {
        return new Clue(signal, severity, weight, value, moment, source, excerpt, facts, incident);
    }

    /// The same with one fact more.
    public Clue with(String name, Object value) {
        Map<String, String> more = new TreeMap<>(facts);
        more.put(name, String.valueOf(value));
        return new Clue(signal, severity, weight, subjects, moment, source, excerpt, more, incident);
    }

    /// The same with the key of what is broken.
    public Clue of(String incidentKey) {
        return new Clue(signal, severity, weight, subjects, moment, source, excerpt, facts, incidentKey);
    }
}
