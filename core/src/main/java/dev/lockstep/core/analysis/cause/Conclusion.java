// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// One statement of the verdict.
///
/// @param culprits who did it; empty if it cannot be told. A witness is never here
/// @param witnesses who waits for them or only reports
/// @param confidence 0 to 1
/// @param sentence what happened, for a person
/// @param evidence the lines it rests on, the best first, at most {@link #EVIDENCE_MAX}
/// @param facts values by name, in the names of the vocabulary
/// @param nextSteps what to do or collect now, commands where there are some
/// @param incident key of the incident it belongs to
public record Conclusion(
        Signal signal,
        Severity severity,
        List<Subject> culprits,
        List<Subject> witnesses,
        double confidence,
        String sentence,
        List<Exhibit> evidence,
        Map<String, String> facts,
        List<String> nextSteps,
        String incident) {
    /// Most lines of evidence; more are counted in the fact `lines`.
    public static final int EVIDENCE_MAX = 24;

    public Conclusion {
        culprits = List.copyOf(culprits);
        witnesses = List.copyOf(witnesses);
        evidence = List.copyOf(evidence.size() > EVIDENCE_MAX ? evidence.subList(0, EVIDENCE_MAX) : evidence);
        facts = Map.copyOf(facts);
        nextSteps = List.copyOf(nextSteps);
    }

    /// A conclusion with a sentence and nothing else yet.
    public static Conclusion of(Signal signal, Severity severity, String incident, String sentence) {
        return new Conclusion(
                signal, severity, List.of(), List.of(), 0.5, sentence, List.of(), Map.of(), List.of(), incident);
    }

    /// What a clue says, taken at its word.
    public static Conclusion of(Clue clue) {
        String key = clue.incident().isEmpty() ? clue.signal().text() + "|" + clue.subject() : clue.incident();
        return new Conclusion(
                clue.signal(),
                clue.severity(),
                clue.subjects(),
                List.of(),
                0.7,
                clue.excerpt(),
                List.of(Exhibit.of(clue)),
                clue.facts(),
                List.of(),
                key);
    }

    /// Whether it counts as an incident: about the job, and of P0 to P2.
    public boolean isIncident() {
        return severity != Severity.INFO && !signal.isAboutInput();
    }

    /// A fact, or empty text.
    public String fact(String name) {
        return facts.getOrDefault(name, "");
    }

    /// The same with these culprits.
    public Conclusion blaming(List<Subject> value) {
        return new Conclusion(
                signal, severity, value, witnesses, confidence, sentence, evidence, facts, nextSteps, incident);
    }

    /// The same with these witnesses.
    public Conclusion witnessedBy(List<Subject> value) {
        return new Conclusion(
                signal, severity, culprits, value, confidence, sentence, evidence, facts, nextSteps, incident);
    }

    /// The same with another severity.
    public Conclusion withSeverity(Severity value) {
        return new Conclusion(
                signal, value, culprits, witnesses, confidence, sentence, evidence, facts, nextSteps, incident);
    }

    /// The same with another confidence.
    public Conclusion sure(double value) {
        return new Conclusion(
                signal, severity, culprits, witnesses, value, sentence, evidence, facts, nextSteps, incident);
    }

    /// The same with this evidence.
    public Conclusion restingOn(List<Exhibit> value) {
        return new Conclusion(
                signal, severity, culprits, witnesses, confidence, sentence, value, facts, nextSteps, incident);
    }

    /// The same in other words.
    public Conclusion saying(String value) {
        return new Conclusion(
                signal, severity, culprits, witnesses, confidence, value, evidence, facts, nextSteps, incident);
    }

    /// The same with one fact more.
    public Conclusion with(String name, Object value) {
        Map<String, String> more = new TreeMap<>(facts);
        more.put(name, String.valueOf(value));
        return new Conclusion(
                signal, severity, culprits, witnesses, confidence, sentence, evidence, more, nextSteps, incident);
    }

    /// The same with one step more.
    public Conclusion next(String step) {
        List<String> more = new ArrayList<>(nextSteps);
        if (!more.contains(step)) {
            more.add(step);
        }
        return new Conclusion(
                signal, severity, culprits, witnesses, confidence, sentence, evidence, facts, more, incident);
    }

    /// The same in another incident.
    public Conclusion in(String key) {
        return new Conclusion(
                signal, severity, culprits, witnesses, confidence, sentence, evidence, facts, nextSteps, key);
    }
}
