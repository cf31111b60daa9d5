// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `Init timings`: how long it took and in which phase. Who waits longest in a phase is not who is slow: the last to
/// arrive waits least.
final class SlowInits {
    /// Longer is slow: a healthy init of thousands of ranks takes less.
    static final double SLOW_SECONDS = 20;

    /// Ranks are alike if the fastest needs this share of the slowest's time.
    private static final double UNIFORM_SHARE = 0.8;

    private static final Pattern PHASE = Pattern.compile("([a-zA-Z ]+?) ([\\d.]+)");

    private final String file;
    private final Consumer<Sighting> out;
    private @Nullable NcclLine slowest;
    private double longest;
    private double shortest = Double.MAX_VALUE;
    private String ranks = "";
    private String phases = "";

    SlowInits(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void add(NcclLine line, Matcher timings) {
        double total = seconds(timings.group(3));
        shortest = Math.min(shortest, total);
        if (total > longest) {
            longest = total;
            slowest = line;
            ranks = timings.group(2);
            phases = timings.group(4) == null ? "" : timings.group(4);
        }
    }

    void end() {
        NcclLine line = slowest;
        if (line == null || longest < SLOW_SECONDS) {
            return;
        }
        Map<String, Double> byPhase = new TreeMap<>();
        Matcher phase = PHASE.matcher(phases);
        while (phase.find()) {
            byPhase.put(phase.group(1).strip(), seconds(phase.group(2)));
        }
        Clue clue = Clue.root(
                        Signal.INIT_SLOW,
                        Severity.P2,
                        Subject.NONE,
                        line.source(file),
                        line.line().raw())
                .with("nranks", ranks)
                .with("total_s_max", longest)
                .with("uniform_across_ranks", shortest >= UNIFORM_SHARE * longest)
                .of("init-slow");
        String worst = byPhase.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
        if (!worst.isEmpty()) {
            clue = clue.with("phase", worst)
                    .with(
                            "phase_share",
                            String.format(Locale.ROOT, "%.2f", byPhase.getOrDefault(worst, 0.0) / longest));
        }
        out.accept(clue.with("advise", advice(worst)));
    }

    private static String advice(String phase) {
        return switch (phase) {
            case "kernels" ->
                "NCCL was built for an older CUDA or GPU and compiles its kernels at load: use a build with"
                        + " native code for this GPU";
            case "bootstrap" ->
                "ranks arrive late or the bootstrap network is slow: compare start times, NCCL_SOCKET_IFNAME,"
                        + " name resolution";
            case "topo", "graphs" -> "topology detection is slow: NCCL_TOPO_FILE, PCI access in virtual machines";
            case "connections" -> "connections are made slowly: NCCL_RUNTIME_CONNECT=1, number of channels";
            default -> "compare the phases in 'Init timings' of all ranks";
        };
    }

    private static double seconds(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException damaged) {
            return 0;
        }
    }
}
