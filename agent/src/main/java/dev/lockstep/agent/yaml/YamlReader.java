// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.yaml;

import dev.lockstep.agent.yaml.YamlNode.Field;
import dev.lockstep.agent.yaml.YamlNode.Fields;
import dev.lockstep.agent.yaml.YamlNode.Items;
import dev.lockstep.agent.yaml.YamlNode.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Makes nodes of the parser's events. It stops at the first thing that is no YAML, and goes on after a name that
/// occurs twice.
final class YamlReader {
    /// The deepest file there is has four levels.
    static final int DEPTH_MAX = 8;

    private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");

    private final String file;
    private final List<String> problems;

    YamlReader(String file, List<String> problems) {
        this.file = file;
        this.problems = problems;
    }

    Fields read(String text) {
        Fields empty = new Fields(1, List.of());
        try {
            LoadSettings settings = LoadSettings.builder().build();
            Iterator<Event> events = new ParserImpl(settings, new StreamReader(settings, text));
            YamlNode top = document(events);
            if (top instanceof Fields fields) {
                return fields;
            }
            if (!(top instanceof Text nothing && nothing.text().isEmpty())) {
                throw new Refused(top.line(), "must be 'name: value' at the top");
            }
            return empty;
        } catch (Refused refused) {
            problems.add(file + ":" + refused.line + ": " + refused.getMessage());
        } catch (MarkedYamlEngineException invalid) {
            problems.add(file + ":" + lineOf(invalid.getProblemMark()) + ": is no YAML: "
                    + invalid.getProblem().replaceAll("\\s+", " "));
        } catch (YamlEngineException invalid) {
            problems.add(file + ": is no YAML: "
                    + String.valueOf(invalid.getMessage()).replaceAll("\\s+", " "));
        }
        return empty;
    }

    private YamlNode document(Iterator<Event> events) {
        events.next();
        Event start = events.next();
        if (start.getEventId() == Event.ID.StreamEnd) {
            return new Text(1, "");
        }
        YamlNode top = node(events.next(), events, 1);
        events.next();
        Event end = events.next();
        if (end.getEventId() != Event.ID.StreamEnd) {
            throw new Refused(line(end), "a second document begins: keep all in one");
        }
        return top;
    }

    private YamlNode node(Event event, Iterator<Event> events, int depth) {
        if (depth > DEPTH_MAX) {
            throw new Refused(line(event), "is nested more than " + DEPTH_MAX + " deep");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw new Refused(line(event), "anchors and aliases are not read here: write the value itself");
        }
        return switch (event.getEventId()) {
            case Scalar -> text((ScalarEvent) event);
            case SequenceStart -> items(line(event), events, depth);
            case MappingStart -> fields(line(event), events, depth);
            default -> throw new Refused(line(event), "anchors and aliases are not read here: write the value itself");
        };
    }

    private static Text text(ScalarEvent scalar) {
        String value = scalar.getValue();
        return new Text(line(scalar), scalar.isPlain() && NOTHING.contains(value) ? "" : value);
    }

    private Items items(int line, Iterator<Event> events, int depth) {
        List<YamlNode> items = new ArrayList<>();
        for (Event next = events.next(); next.getEventId() != Event.ID.SequenceEnd; next = events.next()) {
            items.add(node(next, events, depth + 1));
        }
        return new Items(line, items);
    }

    private Fields fields(int line, Iterator<Event> events, int depth) {
        Map<String, Field> fields = new LinkedHashMap<>();
        for (Event next = events.next(); next.getEventId() != Event.ID.MappingEnd; next = events.next()) {
            if (!(node(next, events, depth + 1) instanceof Text name)) {
                throw new Refused(line(next), "a name must be a text");
            }
            YamlNode value = node(events.next(), events, depth + 1);
            Field earlier = fields.putIfAbsent(name.text(), new Field(name.line(), name.text(), value));
            if (earlier != null) {
                problems.add(file + ":" + name.line() + ": " + name.text() + " stands on line " + earlier.line()
                        + " already: keep one of them");
            }
        }
        return new Fields(line, List.copyOf(fields.values()));
    }

    private static int line(Event event) {
        return lineOf(event.getStartMark());
    }

    private static int lineOf(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(0) + 1;
    }

    /// It is YAML, and not what we take.
    private static final class Refused extends RuntimeException {
        private final int line;

        Refused(int line, String message) {
            super(message);
            this.line = line;
        }
    }
}
