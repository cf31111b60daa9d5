// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// {@link FlightFacts} as the text that follows the copied file in a flight record:
///
/// ```
/// LOCKSTEP FLIGHT RECORD 1
/// node=node-a
/// ending=killed
/// seen_dead=2026-11-30T12:00:02.113Z 81234567890123
/// seen_alive=2026-11-30T12:00:01.112Z 81233566890123
/// gpu=0000:1b:00.0 3
/// hung=0123456789abcdef AllReduce RING SIMPLE 16777216 4711 4710 31200000000 4 2
/// end
/// ```
///
/// A line has a key and fields with blanks between them, `-` where there is nothing. Lines of a key that this version
/// does not know are skipped; the last one shows that the text is whole.
final class FactsText {
    /// A longer text is no text of ours.
    static final int BYTES_MAX = 16 * 1024;

    private static final String FIRST_LINE = "LOCKSTEP FLIGHT RECORD 1";
    private static final String LAST_LINE = "end";
    private static final String NOTHING = "-";
    private static final int FIELD_LENGTH_MAX = 64;
    private static final int NODE_LENGTH_MAX = 128;
    private static final int HUNG_FIELDS = 10;

    private FactsText() {}

    static String of(FlightFacts facts) {
        StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
        line(text, "node", cut(facts.node(), NODE_LENGTH_MAX));
        line(text, "ending", facts.ending().word());
        line(text, "seen_dead", moment(facts.seenDead()));
        facts.lastSeenAlive().ifPresent(alive -> line(text, "seen_alive", moment(alive)));
        facts.gpus().entrySet().stream()
                .limit(FlightFacts.GPUS_MAX)
                .forEach(gpu -> line(text, "gpu", field(gpu.getKey()), String.valueOf(gpu.getValue())));
        facts.hung().stream().limit(FlightFacts.HUNG_MAX).forEach(hung -> line(text, "hung", fields(hung)));
        return text.append(LAST_LINE).append('\n').toString();
    }

    private static void line(StringBuilder text, String key, String... fields) {
        text.append(key).append('=').append(String.join(" ", fields)).append('\n');
    }

    private static String moment(Moment moment) {
        return moment.wall() + " " + moment.monotonicNanos();
    }

    private static String[] fields(NotedOperation operation) {
        return new String[] {
            field(operation.communicatorId()),
            field(operation.function()),
            field(operation.algorithm()),
            field(operation.protocol()),
            String.valueOf(operation.sizeBytes()),
            String.valueOf(operation.ordinal()),
            operation.sequence().isPresent()
                    ? String.valueOf(operation.sequence().getAsLong())
                    : NOTHING,
            String.valueOf(operation.ageNanos()),
            String.valueOf(operation.channelsStarted()),
            String.valueOf(operation.channelsStopped())
        };
    }

    /// A text that came from a job, without what separates fields and lines.
    private static String field(String text) {
        return text.isEmpty() ? NOTHING : cut(text, FIELD_LENGTH_MAX).replace(' ', '_');
    }

    private static String cut(String text, int lengthMax) {
        String line = text.replaceAll("\\p{Cntrl}", "_");
        return line.length() > lengthMax ? line.substring(0, lengthMax) : line;
    }

    /// Reads such a text.
    ///
    /// @throws FlightFileException if it is none, or not whole
    static FlightFacts parse(String text) throws FlightFileException {
        List<String> lines = text.lines().toList();
        if (lines.size() < 2 || !lines.getFirst().equals(FIRST_LINE)) {
            throw new FlightFileException("what follows the copied file is no text of the agent");
        }
        if (!lines.getLast().equals(LAST_LINE)) {
            throw new FlightFileException("the agent's text is cut short");
        }
        Parser parser = new Parser();
        for (String line : lines.subList(1, lines.size() - 1)) {
            try {
                parser.take(line);
            } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
                throw new FlightFileException(
                        "the agent's text has a line that cannot be: " + cut(line, NODE_LENGTH_MAX));
            }
        }
        return parser.facts();
    }

    private static final class Parser {
        private String node = "";
        private Optional<Ending> ending = Optional.empty();
        private Optional<Moment> seenDead = Optional.empty();
        private Optional<Moment> seenAlive = Optional.empty();
        private final Map<String, Integer> gpus = new LinkedHashMap<>();
        private final List<NotedOperation> hung = new ArrayList<>();

        void take(String line) {
            int equals = line.indexOf('=');
            String value = line.substring(equals + 1);
            String[] fields = value.split(" ", -1);
            switch (line.substring(0, equals)) {
                case "node" -> node = cut(value, NODE_LENGTH_MAX);
                case "ending" -> ending = Optional.of(Ending.valueOf(value.toUpperCase(Locale.ROOT)));
                case "seen_dead" -> seenDead = Optional.of(moment(fields));
                case "seen_alive" -> seenAlive = Optional.of(moment(fields));
                case "gpu" -> gpus.put(fields[0], Integer.valueOf(fields[1]));
                case "hung" -> hung.add(operation(fields));
                default -> {
                    // A later version knows what this says.
                }
            }
        }

        private static Moment moment(String[] fields) {
            return new Moment(Instant.parse(fields[0]), Long.parseLong(fields[1]));
        }

        private static NotedOperation operation(String[] fields) {
            if (fields.length < HUNG_FIELDS) {
                throw new IllegalArgumentException("too few fields");
            }
            int next = 4;
            return new NotedOperation(
                    text(fields[0]),
                    text(fields[1]),
                    text(fields[2]),
                    text(fields[3]),
                    Long.parseLong(fields[next++]),
                    Long.parseLong(fields[next++]),
                    number(fields[next++]),
                    Long.parseLong(fields[next++]),
                    Integer.parseInt(fields[next++]),
                    Integer.parseInt(fields[next]));
        }

        private static String text(String field) {
            return field.equals(NOTHING) ? "" : cut(field, FIELD_LENGTH_MAX);
        }

        private static OptionalLong number(String field) {
            return field.equals(NOTHING) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(field));
        }

        FlightFacts facts() throws FlightFileException {
            if (ending.isEmpty() || seenDead.isEmpty()) {
                throw new FlightFileException("the agent's text does not say how and when the process ended");
            }
            return new FlightFacts(node, ending.get(), seenDead.get(), seenAlive, gpus, hung);
        }
    }
}
