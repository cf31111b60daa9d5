// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.bench;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.bench.BenchRun;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads tables, with or without their `#`. A run ends where another begins after the first one's result; two runs that
/// print at the same time come as one, with two ranks 0.
final class TableReader implements LineReader {
    private static final Pattern DEVICE = Pattern.compile(
            "Rank\\s+(\\d{1,9}) (?:Group\\s+\\d{1,9} )?Pid\\s+(\\d{1,18}) on\\s+(\\S+) device\\s+\\d{1,9}"
                    + " \\[([^\\]]*)\\] ?(.*)");
    private static final Pattern CONFIG = Pattern.compile("nThreads? (\\d{1,6}) nGpus (\\d{1,6}) minBytes .*");
    private static final Pattern AVERAGE = Pattern.compile("Avg bus bandwidth\\s*:\\s*(\\S+)\\s*(\\w*).*");
    private static final Pattern BOUNDS = Pattern.compile("Out of bounds values\\s*:\\s*(\\d{1,18})\\s*(\\w*).*");
    private static final Pattern TEST = Pattern.compile("Collective test starting: (\\S+)");
    private static final Pattern ROW = Pattern.compile(
            "\\d{1,18}\\s+\\d{1,18}\\s+(?:u?int\\d{1,2}|half|float|double|bfloat16|fp8\\w*|f8\\w*)\\s.*");

    private final String file;
    private final Consumer<Sighting> out;
    private Optional<RunBuilder> run = Optional.empty();
    private Optional<Columns> columns = Optional.empty();

    TableReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    /// Inside a table whose columns are known, every line may be a row.
    @Override
    public boolean isOpen() {
        return columns.isPresent();
    }

    @Override
    public void line(Line line) {
        String text = line.text();
        String plain = text.strip();
        if (plain.startsWith("#")) {
            plain = plain.substring(1).strip();
        }
        if (!plain.isEmpty()) {
            read(line, plain);
        }
    }

    private void read(Line line, String plain) {
        char first = plain.charAt(0);
        if (Character.isDigit(first)) {
            row(line, plain);
        } else if (plain.contains("nGpus ") && plain.contains("minBytes ")) {
            config(line, plain);
        } else if (plain.contains("busbw")) {
            head(line, plain);
        } else if (first == 'R' && plain.startsWith("Rank ")) {
            device(line, plain);
        } else if (first == 'A' && plain.startsWith("Avg bus bandwidth")) {
            average(line, plain);
        } else if (first == 'O' && plain.startsWith("Out of bounds values")) {
            Matcher bounds = BOUNDS.matcher(plain);
            if (bounds.matches()) {
                at(line).outOfBounds = Numbers.whole(bounds.group(1));
            }
        } else {
            about(line, plain);
        }
    }

    private RunBuilder at(Line line) {
        if (run.isEmpty()) {
            run = Optional.of(new RunBuilder(line.number()));
        }
        return run.get();
    }

    private void about(Line line, String plain) {
        if (plain.startsWith("rccl-tests")) {
            next(line).library = "rccl";
        } else if (plain.startsWith("nccl-tests version")) {
            next(line);
        } else if (plain.startsWith("Collective test starting")) {
            Matcher test = TEST.matcher(plain);
            at(line).test = test.lookingAt() ? test.group(1) : "";
        } else if (plain.contains("Test NCCL failure") || plain.contains("Test CUDA failure")) {
            at(line).fail(plain.length() > 300 ? plain.substring(0, 300) : plain);
        }
    }

    /// A run after one that has its average; the same one otherwise.
    private RunBuilder next(Line line) {
        if (run.isPresent() && !run.get().averages.isEmpty()) {
            end();
        }
        return at(line);
    }

    private void config(Line line, String plain) {
        Matcher config = CONFIG.matcher(plain);
        if (config.lookingAt()) {
            int threads = Numbers.small(config.group(1)).orElse(1);
            int gpus = Numbers.small(config.group(2)).orElse(1);
            next(line).gpus = java.util.OptionalInt.of(threads * gpus);
        }
    }

    private void head(Line line, String plain) {
        Optional<Columns> found = Columns.of(plain);
        if (found.isPresent()) {
            RunBuilder builder = next(line);
            columns = found;
            builder.isRelative = found.get().isRelative();
            builder.oddColumns = found.get().odd();
        }
    }

    private void device(Line line, String plain) {
        Matcher device = DEVICE.matcher(plain);
        if (device.matches()) {
            next(line)
                    .add(new BenchRun.Device(
                            Numbers.small(device.group(1)).orElse(0),
                            device.group(3),
                            Numbers.whole(device.group(2)).orElse(0),
                            device.group(5).strip()));
        }
    }

    private void row(Line line, String plain) {
        boolean isUsual = ROW.matcher(plain).matches();
        if (columns.isEmpty() && !isUsual) {
            return;
        }
        Optional<BenchRun.Row> row = columns.orElse(Columns.USUAL).row(line.number(), plain);
        row.ifPresent(found -> at(line).add(found));
    }

    private void average(Line line, String plain) {
        Matcher average = AVERAGE.matcher(plain);
        if (average.matches()) {
            RunBuilder builder = at(line);
            Numbers.real(average.group(1)).ifPresent(builder.averages::add);
            builder.isAverageFailed |= average.group(2).equals("FAILED");
        }
    }

    @Override
    public void end() {
        run.filter(RunBuilder::hasResult).ifPresent(builder -> out.accept(builder.build(file)));
        run = Optional.empty();
        columns = Optional.empty();
    }
}
