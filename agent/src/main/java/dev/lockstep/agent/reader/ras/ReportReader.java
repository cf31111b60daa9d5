// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.ras.RasProcess;
import dev.lockstep.core.analysis.cause.ras.RasReport;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads reports of `ncclras`, by words and not by columns, whose widths differ between versions and copies. A report
/// begins with its version line or its table, so several polls may stand in one file, and other lines between them.
final class ReportReader {
    private static final int COMMS_MAX = 4096;
    private static final Pattern ROW = Pattern.compile(
            "\\s*(\\d{1,9})\\s+(\\d{1,9})\\s+(-?\\d{1,9})\\s+(\\S+)\\s+(-?\\d{1,9})\\s+(-?\\d{1,9})\\s+([A-Z]+)\\s+([A-Z,]+)\\s*");
    private static final Pattern TABLE = Pattern.compile("\\s*Group\\s+Comms\\s+Nodes\\s+Ranks.*Status.*");
    private static final Pattern COMM =
            Pattern.compile("#(\\d{1,9})-\\d{1,9} \\(([0-9a-f]{1,16})\\) (INCOMPLETE|ERROR|MISMATCH).*");
    private static final Pattern DEAD = Pattern.compile("\\s*(\\d{1,9}) job process(?:es are| is) considered dead.*");
    private static final Pattern NODE = Pattern.compile("\\s*Node (\\S+) running process(?:es)? ([\\d,]+).*");
    private static final Pattern NUMBERS = Pattern.compile(
            "\\s*(\\d{1,9})(?:\\s+(\\d{1,9}))?(?:\\s+(\\d{1,9}))?" + "(?:\\s+(\\d{1,9}))?(?:\\s+(\\d{1,9}))?\\s*");

    /// Where in a report the next line stands.
    private enum Part {
        NONE,
        SUMMARY,
        TABLE,
        MISSING,
        DEAD,
        COMM
    }

    private final String file;
    private final Consumer<Sighting> out;
    private Part part = Part.NONE;
    private long begin;
    private String version = "";
    private String header = "";
    private OptionalInt nodes = OptionalInt.empty();
    private OptionalInt gpus = OptionalInt.empty();
    private int unnamedDead;
    private boolean hasTable;
    private List<RasReport.Group> groups = new ArrayList<>();
    private List<RasProcess> missing = new ArrayList<>();
    private List<RasProcess> dead = new ArrayList<>();
    private List<String> notes = new ArrayList<>();
    private List<String> distribution = new ArrayList<>();
    private Map<String, CommBuilder> comms = new LinkedHashMap<>();
    private CommSection section = new CommSection(new CommBuilder(0, ""));

    ReportReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    /// Whether it is inside a report.
    boolean isOpen() {
        return part != Part.NONE;
    }

    void line(Line line) {
        String text = line.text();
        if (part == Part.NONE && !begins(text)) {
            return;
        }
        if (text.contains(" compiled with CUDA ") && text.contains("NCCL version ")) {
            end();
            begin(line, Part.SUMMARY);
            int at = text.indexOf("NCCL version ") + "NCCL version ".length();
            version = text.substring(at, text.indexOf(' ', at));
        } else if (TABLE.matcher(text).matches()) {
            if (hasTable) {
                end();
            }
            begin(line, Part.TABLE);
            hasTable = true;
        } else if (text.startsWith("#") && COMM.matcher(text).matches()) {
            begin(line, Part.COMM);
            comm(text);
        } else if (part != Part.NONE) {
            inside(text);
        }
    }

    private static boolean begins(String text) {
        return text.contains(" compiled with CUDA ")
                || (text.startsWith("#") && text.contains(") "))
                || (text.contains("Comms") && text.contains("Group"));
    }

    private void begin(Line line, Part next) {
        if (part == Part.NONE) {
            begin = line.number();
        }
        part = next;
    }

    private void comm(String text) {
        Matcher matcher = COMM.matcher(text);
        if (matcher.matches() && comms.size() < COMMS_MAX) {
            int group = Numbers.small(matcher.group(1)).orElse(-1);
            String hash = "0".repeat(16 - matcher.group(2).length()) + matcher.group(2);
            CommBuilder builder = comms.computeIfAbsent(hash, key -> new CommBuilder(group, key));
            section = new CommSection(builder);
        }
    }

    private void inside(String text) {
        String plain = text.strip();
        switch (plain) {
            case "" -> {}
            case "INCOMPLETE" -> part = Part.MISSING;
            case "DEAD" -> part = Part.DEAD;
            case "Job summary" -> part = Part.SUMMARY;
            case "Errors", "Warnings", "TIMEOUT" -> part = part == Part.SUMMARY ? part : Part.TABLE;
            default -> inPart(text, plain);
        }
    }

    private void inPart(String text, String plain) {
        switch (part) {
            case SUMMARY -> summary(text, plain);
            case TABLE -> row(text);
            case MISSING -> Names.process(plain).ifPresent(named -> keep(missing, named.process()));
            case DEAD -> dead(plain);
            case COMM -> section.line(plain);
            case NONE -> {}
        }
    }

    private static void keep(List<RasProcess> processes, RasProcess process) {
        if (processes.size() < CommBuilder.NAMED_MAX) {
            processes.add(process);
        }
    }

    private void dead(String plain) {
        Matcher matcher = DEAD.matcher(plain);
        if (matcher.matches()) {
            unnamedDead = Numbers.small(matcher.group(1)).orElse(0);
        }
        Names.process(plain).ifPresent(named -> keep(dead, named.process()));
    }

    /// Five columns where all nodes are alike; otherwise the distribution first and the totals below it.
    private void summary(String text, String plain) {
        Matcher node = NODE.matcher(text);
        if (node.matches() && notes.size() < 64) {
            notes.add("Node " + node.group(1) + " has another number of processes than most: pids [" + node.group(2)
                    + "].");
            return;
        }
        Matcher numbers = NUMBERS.matcher(plain);
        if (!numbers.matches()) {
            header = plain.startsWith("Nodes") || plain.startsWith("Processes") ? plain : header + " " + plain;
            return;
        }
        boolean isTotal = header.contains("total");
        if (isTotal && numbers.group(5) != null) {
            nodes = Numbers.small(numbers.group(1));
            gpus = Numbers.small(numbers.group(5));
        } else if (isTotal && numbers.group(3) != null) {
            nodes = Numbers.small(numbers.group(1));
            gpus = Numbers.small(numbers.group(3));
        } else if (!isTotal && numbers.group(2) != null && distribution.size() < 64) {
            distribution.add(numbers.group(1) + " nodes with " + numbers.group(2) + " processes");
        }
    }

    private void row(String text) {
        Matcher row = ROW.matcher(text);
        if (row.matches() && groups.size() < COMMS_MAX) {
            groups.add(new RasReport.Group(
                    Numbers.small(row.group(1)).orElse(0),
                    Numbers.small(row.group(2)).orElse(0),
                    Numbers.small(row.group(3)).orElse(0),
                    Numbers.small(row.group(5)).orElse(0),
                    Numbers.small(row.group(6)).orElse(0),
                    row.group(7),
                    row.group(8)));
        }
    }

    void end() {
        boolean isReport = hasTable || !comms.isEmpty() || !missing.isEmpty() || !dead.isEmpty();
        if (part != Part.NONE && isReport) {
            RasReport report = report();
            out.accept(report);
            Agreement.of(report).ifPresent(out);
        }
        part = Part.NONE;
        version = "";
        header = "";
        nodes = OptionalInt.empty();
        gpus = OptionalInt.empty();
        unnamedDead = 0;
        hasTable = false;
        groups = new ArrayList<>();
        missing = new ArrayList<>();
        dead = new ArrayList<>();
        notes = new ArrayList<>();
        distribution = new ArrayList<>();
        comms = new LinkedHashMap<>();
    }

    private RasReport report() {
        if (distribution.size() > 1) {
            notes.addFirst("The nodes are unequal: " + String.join(", ", distribution) + ".");
        }
        return new RasReport(
                new Source(file, begin),
                version,
                "",
                nodes,
                gpus,
                groups,
                comms.values().stream()
                        .map(builder -> builder.build(size(builder.group), status(builder.group)))
                        .toList(),
                missing,
                dead,
                unnamedDead,
                notes,
                List.of());
    }

    private OptionalInt size(int index) {
        return groups.stream()
                .filter(group -> group.index() == index)
                .mapToInt(RasReport.Group::ranksPerComm)
                .findFirst();
    }

    private String status(int index) {
        return groups.stream()
                .filter(group -> group.index() == index)
                .map(RasReport.Group::status)
                .findFirst()
                .orElse("");
    }
}
