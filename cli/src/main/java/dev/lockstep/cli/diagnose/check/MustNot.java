// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.check;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A line below `## Must not`, as far as its words can be checked: a signal by its name, ranks that must not be
/// named or blamed, a number of incidents, and `P0` at its beginning. The other lines are for people.
///
/// @param ranks that must not be culprits
/// @param incidents how many there must not be
record MustNot(String text, Optional<Signal> signal, Set<Integer> ranks, OptionalLong incidents, boolean isAnyP0) {
    private static final String HEADING = "## Must not";
    private static final Pattern SIGNAL = Pattern.compile("\\b[a-z]+\\.[a-z_]+\\b");
    private static final Pattern BLAME = Pattern.compile(
            "^(?:name|blame|pick|accuse|attribute to|report (?:only )?)\\W*(?:global |world )?ranks? ([\\d/, ]*\\d)(?!"
                    + " the)");
    private static final Pattern INCIDENTS =
            Pattern.compile("\\b(\\d{1,4}|two|three|four|five|six|seven|eight) (?:P0 |separate )?incidents\\b");
    private static final Map<String, Long> NUMBERS =
            Map.of("two", 2L, "three", 3L, "four", 4L, "five", 5L, "six", 6L, "seven", 7L, "eight", 8L);

    static List<MustNot> read(String markdown) {
        List<MustNot> all = new ArrayList<>();
        int heading = markdown.indexOf(HEADING);
        if (heading < 0) {
            return all;
        }
        for (String line :
                markdown.substring(heading + HEADING.length()).lines().skip(1).toList()) {
            if (line.startsWith("#")) {
                break;
            }
            if (line.startsWith("- ")) {
                all.add(of(line.substring(2).strip()));
            }
        }
        return all;
    }

    private static MustNot of(String text) {
        Optional<Signal> signal = SIGNAL.matcher(text)
                .results()
                .flatMap(word -> Signal.of(word.group()).stream())
                .findFirst();
        Set<Integer> ranks = new HashSet<>();
        Matcher blame = BLAME.matcher(text);
        if (blame.find() && !text.startsWith("report only")) {
            for (String rank : blame.group(1).split("[/, ]+", -1)) {
                if (!rank.isEmpty() && rank.length() < 8) {
                    ranks.add(Integer.parseInt(rank));
                }
            }
        }
        Matcher incidents = INCIDENTS.matcher(text);
        OptionalLong number = incidents.find()
                ? OptionalLong.of(Optional.ofNullable(NUMBERS.get(incidents.group(1)))
                        .orElseGet(() -> Long.parseLong(incidents.group(1))))
                : OptionalLong.empty();
        return new MustNot(text, signal, ranks, number, text.startsWith("P0 "));
    }

    /// Whether the verdict does it. A signal that is expected after all is only meant to be more than a signal.
    boolean isDoneBy(Diagnosis diagnosis, Set<Signal> expected) {
        for (Conclusion conclusion : diagnosis.conclusions()) {
            boolean isSignal = signal.isPresent() && conclusion.signal() == signal.get() && conclusion.isIncident();
            if (isSignal && !expected.contains(conclusion.signal())) {
                return true;
            }
            boolean isP0 = isAnyP0 && conclusion.severity() == Severity.P0 && conclusion.isIncident();
            boolean isBlamed = conclusion.culprits().stream()
                    .anyMatch(culprit -> ranks.contains(culprit.rank().orElse(-1)));
            if (isP0 || isBlamed) {
                return true;
            }
        }
        return incidents.isPresent() && diagnosis.incidents() == incidents.getAsLong();
    }
}
