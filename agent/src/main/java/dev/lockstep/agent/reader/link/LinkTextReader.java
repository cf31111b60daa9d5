// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.link;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.link.LinkCounter;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads counters as tools print them; each tool begins with a line of its own.
final class LinkTextReader implements LineReader {
    private static final int COUNTERS_MAX = 200_000;
    private static final Pattern STATISTIC = Pattern.compile("\\s+([\\w.\\[\\]-]{1,96}): (-?\\d{1,19})\\s*");
    private static final Pattern PERFQUERY =
            Pattern.compile("# Port (?:extended )?counters: (?:.*?Lid (\\d{1,6}))? ?(?:port (\\d{1,4}))?.*");
    private static final Pattern DOTTED = Pattern.compile("(\\w{1,64}):\\.*(\\S.*)");
    private static final Pattern NODE = Pattern.compile("Errors for (?:0x)?(\\w{1,18}) \"([^\"]{0,128})\".*");
    private static final Pattern GUID = Pattern.compile("\\s*GUID (0x\\w{1,18}) port ?(\\w{1,4}): (.*)");
    private static final Pattern PAIR = Pattern.compile("\\[(\\w{1,64}) == (\\d{1,19})[^\\]]*\\]");
    private static final Pattern RDMA = Pattern.compile("link ([\\w.-]{1,64})/(\\d{1,4}) (.*)");
    private static final Pattern RDMA_PAIR = Pattern.compile("(\\w{1,64}) (\\d{1,19})(?= |$)");
    private static final Pattern DOWN = Pattern.compile("State: Down|state:\\s+PORT_DOWN");
    private static final Pattern ADAPTER = Pattern.compile("CA '([\\w.-]{1,64})'");

    private enum Tool {
        NONE,
        ETHTOOL,
        PERFQUERY,
        ADAPTER
    }

    private final String file;
    private final Place place;
    private final Consumer<Sighting> out;
    private Tool tool = Tool.NONE;
    private int section;
    private int counters;
    private String node = "";
    private String device = "";
    private String port = "";

    LinkTextReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.place = Place.ofName(file);
        this.out = out;
    }

    @Override
    public boolean isOpen() {
        return tool != Tool.NONE;
    }

    @Override
    public void line(Line line) {
        String text = line.text();
        if (begins(line, text) || tool == Tool.NONE) {
            return;
        }
        switch (tool) {
            case ETHTOOL -> ethtool(line, text);
            case PERFQUERY -> perfquery(line, text);
            case ADAPTER -> adapter(line, text.strip());
            case NONE -> {}
        }
    }

    private boolean begins(Line line, String text) {
        if (text.startsWith("NIC statistics:")) {
            start(Tool.ETHTOOL, "", "");
        } else if (text.startsWith("# Port ") && text.contains("counters:")) {
            Matcher matcher = PERFQUERY.matcher(text);
            if (matcher.matches()) {
                start(
                        Tool.PERFQUERY,
                        matcher.group(1) == null ? "" : "lid " + matcher.group(1),
                        matcher.group(2) == null ? "" : matcher.group(2));
            }
        } else if (text.startsWith("Errors for ")) {
            Matcher matcher = NODE.matcher(text);
            node = matcher.matches() ? matcher.group(2) : "";
        } else if (text.contains("GUID 0x") && text.contains(" == ")) {
            errors(line, text);
        } else if (text.startsWith("## Summary:") && text.contains("nodes checked")) {
            summary(line, text);
        } else if (text.startsWith("link ") && text.contains("/")) {
            rdma(line, text);
        } else if (text.startsWith("hca_id:")) {
            start(Tool.ADAPTER, text.substring(7).strip(), "");
        } else if (text.startsWith("CA '")) {
            Matcher matcher = ADAPTER.matcher(text);
            start(Tool.ADAPTER, matcher.find() ? matcher.group(1) : "", "");
        } else {
            return false;
        }
        return true;
    }

    private void start(Tool next, String newDevice, String newPort) {
        tool = next;
        device = newDevice;
        port = newPort;
        section++;
    }

    private void ethtool(Line line, String text) {
        Matcher matcher = STATISTIC.matcher(text);
        if (matcher.matches()) {
            emit(line, matcher.group(1), Numbers.whole(matcher.group(2)), matcher.group(2));
        } else if (!text.isBlank()) {
            tool = Tool.NONE;
        }
    }

    private void perfquery(Line line, String text) {
        Matcher matcher = DOTTED.matcher(text);
        if (!matcher.matches()) {
            tool = text.isBlank() || text.startsWith("#") ? tool : Tool.NONE;
            return;
        }
        String name = matcher.group(1);
        boolean isCounter =
                !name.equals("PortSelect") && !name.equals("CounterSelect") && !name.equals("CounterSelect2");
        if (isCounter) {
            emit(line, name, Numbers.whole(matcher.group(2)), matcher.group(2));
        }
    }

    private void errors(Line line, String text) {
        Matcher guid = GUID.matcher(text);
        if (guid.matches() && !guid.group(2).equals("ALL")) {
            device = guid.group(1);
            port = guid.group(2);
            String host = node;
            PAIR.matcher(guid.group(3))
                    .results()
                    .limit(64)
                    .forEach(pair -> emit(line, host, pair.group(1), Numbers.whole(pair.group(2)), pair.group(2)));
        }
    }

    /// Bad ports have lines of their own; a fabric without any has only this one.
    private void summary(Line line, String text) {
        out.accept(Clue.context(Signal.INFO_PARSED, Severity.INFO, Subject.NONE, new Source(file, line.number()), text)
                .with("detail", "ibqueryerrors:" + text.substring("## Summary:".length()))
                .of("ibqueryerrors|" + file));
    }

    private void rdma(Line line, String text) {
        Matcher matcher = RDMA.matcher(text);
        if (matcher.matches()) {
            device = matcher.group(1);
            port = matcher.group(2);
            if (matcher.group(3).startsWith("state DOWN")) {
                down(line, matcher.group(3));
            }
            RDMA_PAIR
                    .matcher(matcher.group(3))
                    .results()
                    .limit(256)
                    .forEach(pair -> emit(line, pair.group(1), Numbers.whole(pair.group(2)), pair.group(2)));
        }
    }

    /// A port that is not up, of an adapter that is there.
    private void adapter(Line line, String plain) {
        if (plain.startsWith("Port ") && plain.endsWith(":")) {
            port = plain.substring(5, plain.length() - 1);
        } else if (plain.startsWith("port:")) {
            port = plain.substring(5).strip();
        } else if (DOWN.matcher(plain).lookingAt()) {
            down(line, plain);
        }
    }

    private void down(Line line, String plain) {
        if (counters++ < COUNTERS_MAX) {
            Subject subject = Subject.NONE.withDevice(device + ":" + port);
            out.accept(Clue.root(
                            Signal.NET_PORT_EVENT,
                            Severity.P1,
                            place.host().isEmpty() ? subject : subject.withHost(place.host()),
                            new Source(file, line.number()),
                            device + " port " + port + ": " + plain)
                    .with("device", device)
                    .with("port", port)
                    .of("link|" + place.host() + "|" + device + "|" + port));
        }
    }

    private void emit(Line line, String name, OptionalLong value, String text) {
        emit(line, place.host(), name, value, text);
    }

    private void emit(Line line, String host, String name, OptionalLong value, String text) {
        if (counters++ < COUNTERS_MAX) {
            String snapshot = place.snapshot().isEmpty() ? String.format("%06d", section) : place.snapshot();
            out.accept(
                    new LinkCounter(new Source(file, line.number()), host, device, port, snapshot, name, value, text));
        }
    }

    @Override
    public void end() {
        tool = Tool.NONE;
    }
}
