// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.slurm;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads `SLURM_…=…` lines: who takes part, and how many tasks a node.
public final class SlurmFormat implements LineFormat {
    private static final int LINES_MAX = 1000;
    private static final int SHOWN_MAX = 64;
    private static final Pattern VARIABLE =
            Pattern.compile("(?:export |declare -x )?(SLURM_[A-Z0-9_]{1,64})=[\"']?([^\"']*)[\"']?\\s*");

    /// Stateless.
    public SlurmFormat() {}

    @Override
    public String format() {
        return "slurm-env";
    }

    @Override
    public List<String> needles() {
        return List.of("SLURM_");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new Reader(file, out);
    }

    private static final class Reader implements LineReader {
        private final String file;
        private final Consumer<Sighting> out;
        private final Map<String, String> lines = new LinkedHashMap<>();
        private final Map<String, String> plain = new TreeMap<>();
        private long first;

        Reader(String file, Consumer<Sighting> out) {
            this.file = file;
            this.out = out;
        }

        @Override
        public void line(Line line) {
            if (!line.text().contains("SLURM_")) {
                return;
            }
            Matcher matcher = VARIABLE.matcher(line.text().strip());
            if (matcher.matches() && lines.size() < LINES_MAX) {
                first = first == 0 ? line.number() : first;
                variable(line, matcher.group(1), matcher.group(2));
            }
        }

        private void variable(Line line, String name, String value) {
            if (name.endsWith("NODELIST")) {
                NodeList list = NodeList.of(value);
                lines.put("line " + line.number(), shown(list.names()));
                if (!list.isWhole()) {
                    broken(line, name);
                }
            } else if (name.contains("PER_NODE")) {
                lines.put("line " + line.number(), shown(NodeList.counts(value)));
                unequal(name, NodeList.counts(value));
            } else if (plain.size() < SHOWN_MAX) {
                plain.put(name, value);
            }
        }

        private void unequal(String name, List<Long> counts) {
            if (counts.stream().distinct().count() > 1) {
                plain.put(name + " (unequal)", shown(counts));
            }
        }

        private static String shown(List<?> all) {
            boolean isLong = all.size() > SHOWN_MAX;
            return isLong ? all.subList(0, SHOWN_MAX) + " and " + (all.size() - SHOWN_MAX) + " more" : all.toString();
        }

        private void broken(Line line, String name) {
            out.accept(Clue.context(
                            Signal.TELEMETRY_MALFORMED,
                            Severity.INFO,
                            Subject.NONE,
                            new Source(file, line.number()),
                            name + " is cut off or no list; what could be read of it was taken")
                    .of("slurm|" + file + "|" + line.number()));
        }

        @Override
        public void end() {
            if (lines.isEmpty() && plain.size() < 2) {
                return;
            }
            Clue clue = Clue.context(
                            Signal.INFO_PARSED,
                            Severity.INFO,
                            Subject.NONE,
                            new Source(file, first),
                            "environment of Slurm: " + lines)
                    .with("variables", plain)
                    .of("slurm|" + file);
            for (Map.Entry<String, String> line : lines.entrySet()) {
                clue = clue.with(line.getKey(), line.getValue());
            }
            out.accept(clue);
        }
    }
}
