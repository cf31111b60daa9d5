// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.inspector;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads Inspector's textfiles of both generations: the older names rank, host and communicator id, the newer node, GPU
/// and communicator name. They have no common key, and are not joined. A file may be caught while it is rewritten.
public final class InspectorPromReader implements FileReader {
    private static final int SAMPLES_MAX = 100_000;
    private static final int SHOWN_MAX = 16;
    private static final Pattern SAMPLE = Pattern.compile("(nccl_\\w{1,96})\\{(.*)\\}\\s+(\\S+)(?:\\s+\\d{1,18})?\\s*");
    private static final Pattern LABEL = Pattern.compile("(?:^|,)(\\w{1,64})=\"(.*?)\"(?=,\\w{1,64}=\"|$)");
    private static final List<String> IDENTITY =
            List.of("node", "gpu", "comm_name", "hostname", "rank", "comm_id", "slurm_job_id");

    /// Stateless.
    public InspectorPromReader() {}

    @Override
    public String format() {
        return "inspector-prom";
    }

    @Override
    public boolean recognises(InputFile file) {
        String head = file.headText();
        return head.contains("nccl_bus_bandwidth_gbs{")
                || head.contains("nccl_algorithm_bandwidth_gbs{")
                || head.contains("nccl_collective_exec_time_microseconds{")
                || head.contains("nccl_p2p_bus_bandwidth_gbs{");
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        Map<String, String> identity = new LinkedHashMap<>();
        List<String> bandwidths = new ArrayList<>();
        int samples = 0;
        int bad = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file.open(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null && samples < SAMPLES_MAX; line = lines.readLine()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                Matcher sample = SAMPLE.matcher(line);
                OptionalDouble value = sample.matches() ? Numbers.real(sample.group(3)) : OptionalDouble.empty();
                if (value.isEmpty()) {
                    bad++;
                    continue;
                }
                samples++;
                LABEL.matcher(sample.group(2)).results().limit(64).forEach(label -> {
                    if (IDENTITY.contains(label.group(1))) {
                        identity.putIfAbsent(label.group(1), label.group(2));
                    }
                });
                if (sample.group(1).equals("nccl_bus_bandwidth_gbs") && bandwidths.size() < SHOWN_MAX) {
                    bandwidths.add(sample.group(3));
                }
            }
        }
        Source source = Source.of(file.name());
        if (bad > 0) {
            out.accept(Clue.context(
                            Signal.TELEMETRY_MALFORMED,
                            Severity.INFO,
                            Subject.NONE,
                            source,
                            bad
                                    + " lines are no samples: the file is rewritten in place, and may have been caught"
                                    + " half written")
                    .with("samples_bad", bad)
                    .of("file|" + file.name()));
        }
        String host = identity.getOrDefault("node", identity.getOrDefault("hostname", ""));
        out.accept(Clue.context(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        host.isEmpty() ? Subject.NONE : Subject.ofHost(host),
                        source,
                        samples
                                + " samples of Inspector's textfile; means over its last interval, whose age it does"
                                + " not tell")
                .with("samples", samples)
                .with("identity", identity)
                .with("busbw_gbs", bandwidths.size() == 1 ? bandwidths.getFirst() : bandwidths)
                .with("generation", identity.containsKey("comm_id") ? "2.29" : "2.30")
                .of("prom|" + file.name()));
    }
}
