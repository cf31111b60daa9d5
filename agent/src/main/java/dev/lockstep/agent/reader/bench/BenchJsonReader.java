// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.bench;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.tree.Bytes;
import dev.lockstep.agent.reader.tree.Document;
import dev.lockstep.agent.reader.tree.Node;
import dev.lockstep.agent.reader.tree.TolerantJson;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.bench.BenchRun;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Reads what nccl-tests write with `-J`. Truths are texts there, and `env` holds the whole environment with its
/// secrets, of which nothing is kept.
public final class BenchJsonReader implements FileReader {
    /// Stateless.
    public BenchJsonReader() {}

    @Override
    public String format() {
        return "nccl-tests-json";
    }

    @Override
    public boolean recognises(InputFile file) {
        String head = file.headText();
        return head.stripLeading().startsWith("{")
                && (head.contains("\"average_bus_bandwidth\"")
                        || (head.contains("\"nccl_version\"")
                                && head.contains("\"args\"")
                                && head.contains("\"env\"")));
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        Document document = TolerantJson.read(Bytes.of(file).text());
        for (Document.Root root : document.roots()) {
            out.accept(run(file.name(), root));
        }
        if (document.isCut() || document.defectCount() > 0) {
            out.accept(Clue.context(
                            Signal.TELEMETRY_MALFORMED,
                            Severity.INFO,
                            Subject.NONE,
                            Source.of(file.name()),
                            document.isCut() ? "the run was cut off: read as far as it goes" : "no clean JSON")
                    .of("file|" + file.name()));
        }
    }

    private static BenchRun run(String file, Document.Root root) {
        Node node = root.value();
        RunBuilder builder = new RunBuilder(root.line());
        Node config = node.get("config");
        builder.gpus = config.has("ngpus")
                ? OptionalInt.of(config.get("nthreads").small().orElse(1)
                        * config.get("ngpus").small().orElse(1))
                : OptionalInt.empty();
        List<Node> arguments = node.get("args").items();
        String program = arguments.isEmpty() ? "" : arguments.getFirst().text();
        builder.test = program.substring(program.lastIndexOf('/') + 1);
        for (Node device : config.get("devices").items()) {
            builder.add(new BenchRun.Device(
                    device.get("rank").small().orElse(0),
                    device.get("hostname").text(),
                    device.get("pid").whole().orElse(0),
                    device.get("device_info").text()));
        }
        for (Node row : node.get("results").items()) {
            builder.add(row(root.line(), row));
        }
        Node bounds = node.get("out_of_bounds");
        builder.outOfBounds = bounds.get("count").whole();
        Node average = node.get("average_bus_bandwidth");
        average.get("bandwidth").number().ifPresent(builder.averages::add);
        builder.isAverageFailed = average.get("okay").text().equals("false");
        if (builder.averages.isEmpty()) {
            node.get("errors").items().forEach(error -> error.word().ifPresent(builder::fail));
        }
        return builder.build(file);
    }

    private static BenchRun.Row row(long line, Node row) {
        Node outOfPlace = row.get("out_of_place");
        Node inPlace = row.get("in_place");
        List<Double> errors = new ArrayList<>();
        outOfPlace.get("nwrong").number().ifPresent(errors::add);
        inPlace.get("nwrong").number().ifPresent(errors::add);
        return new BenchRun.Row(
                line,
                "",
                row.get("size").whole().orElse(0),
                outOfPlace.get("bus_bw").number(),
                inPlace.get("bus_bw").number(),
                errors);
    }
}
