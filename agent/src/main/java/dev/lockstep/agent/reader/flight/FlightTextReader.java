// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.flight;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.flight.FlightAnalysis;
import dev.lockstep.core.analysis.cause.flight.FlightAnalysis.What;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads findings of the analyser: a headline, then a line a value, until the next headline.
///
/// ```
/// Not all ranks joining collective, sequence number: 41
/// group info: 5:TENSOR_PARALLEL
/// collective: nccl:all_reduce
/// missing ranks: {3}
/// expected ranks: {0, 1, 2, 3}
/// ```
final class FlightTextReader implements LineReader {
    private static final int LINES_MAX = 64;
    private static final int RANKS_MAX = 100_000;
    private static final Pattern HEADLINE =
            Pattern.compile("(Not all ranks|Collective|Input/output mismatch)\\b(?:\\D{0,60}(\\d{1,18}))?");
    private static final Pattern VALUE = Pattern.compile(
            "(group info|collective|missing ranks|Missing ranks are|world size|expected ranks|collective state"
                    + "|input sizes|output sizes|error msg|internal record id)\\b:?\\s*(.*)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern ERROR = Pattern.compile("Culprit rank (\\d{1,9}); (.*?)(?=, Culprit rank|$)");
    private static final Pattern UNDUMPED = Pattern.compile("missed FR dumps from ranks \\(?\\{?([\\d, ]*)");

    private final String file;
    private final Consumer<Sighting> out;
    private Optional<What> open = Optional.empty();
    private Map<String, String> values = new HashMap<>();
    private long sequence = -1;
    private long begin;

    FlightTextReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean isOpen() {
        return open.isPresent();
    }

    @Override
    public void line(Line line) {
        String text = line.text();
        if (open.isEmpty() && !text.contains("ollective")) {
            return;
        }
        if (open.isPresent() && line.number() - begin > LINES_MAX) {
            end();
        }
        headline(line, text).ifPresent(what -> {
            open = Optional.of(what);
            begin = line.number();
        });
        if (text.contains("missed FR dumps from ranks")) {
            undecided(line, text);
        } else if (open.isPresent() && line.number() > begin) {
            value(text);
        }
    }

    private Optional<What> headline(Line line, String text) {
        int at = firstOf(text, "Not all ranks joining", "Collective sequence number", "Input/output mismatch in the");
        boolean isOld = at < 0 && text.startsWith("Collective ") && text.contains(" at entry ");
        if (at < 0 && !isOld) {
            return Optional.empty();
        }
        Matcher matcher = HEADLINE.matcher(isOld ? text : text.substring(at));
        if (!matcher.lookingAt() || line.number() == begin) {
            return Optional.empty();
        }
        end();
        sequence =
                matcher.group(2) == null ? -1 : Numbers.whole(matcher.group(2)).orElse(-1);
        return Optional.of(matcher.group(1).startsWith("Not all") ? What.NOT_JOINED : What.DIFFERENT);
    }

    private static int firstOf(String text, String... words) {
        for (String word : words) {
            int at = text.indexOf(word);
            if (at >= 0) {
                return at;
            }
        }
        return -1;
    }

    private void value(String text) {
        int at = firstOf(
                text,
                "group info",
                "missing ranks",
                "Missing ranks are",
                "expected ranks",
                "error msg",
                "input sizes",
                "output sizes",
                "collective state",
                "collective:",
                "world size",
                "internal record");
        if (at >= 0) {
            Matcher matcher = VALUE.matcher(text.substring(at));
            if (matcher.lookingAt()) {
                values.putIfAbsent(matcher.group(1).replace("Missing ranks are", "missing ranks"), matcher.group(2));
            }
        }
    }

    private void undecided(Line line, String text) {
        Matcher matcher = UNDUMPED.matcher(text);
        if (matcher.find()) {
            out.accept(new FlightAnalysis(
                    new Source(file, line.number()),
                    What.UNDECIDED,
                    -1,
                    "",
                    "",
                    "",
                    List.of(),
                    List.of(),
                    ranks(matcher.group(1)),
                    Map.of(),
                    "",
                    ""));
        }
    }

    @Override
    public void end() {
        open.ifPresent(what -> out.accept(finding(what)));
        open = Optional.empty();
        values = new HashMap<>();
        sequence = -1;
    }

    private FlightAnalysis finding(What what) {
        String group = values.getOrDefault("group info", "");
        int colon = group.indexOf(':');
        String name = values.getOrDefault("collective", "");
        return new FlightAnalysis(
                new Source(file, begin),
                what,
                sequence,
                colon < 0 ? group : group.substring(0, colon),
                colon < 0 ? "" : group.substring(colon + 1),
                name.substring(name.indexOf(':') + 1),
                ranks(values.getOrDefault("missing ranks", "")),
                ranks(values.getOrDefault("expected ranks", "")),
                List.of(),
                errors(values.getOrDefault("error msg", "")),
                values.getOrDefault("input sizes", ""),
                values.getOrDefault("collective state", ""));
    }

    private static List<Integer> ranks(String text) {
        List<Integer> ranks = new ArrayList<>();
        NUMBER.matcher(text)
                .results()
                .limit(RANKS_MAX)
                .forEach(found -> Numbers.small(found.group()).ifPresent(ranks::add));
        return ranks;
    }

    private static Map<Integer, String> errors(String text) {
        Map<Integer, String> errors = new HashMap<>();
        ERROR.matcher(text)
                .results()
                .limit(RANKS_MAX)
                .forEach(found ->
                        Numbers.small(found.group(1)).ifPresent(rank -> errors.putIfAbsent(rank, found.group(2))));
        return errors;
    }
}
