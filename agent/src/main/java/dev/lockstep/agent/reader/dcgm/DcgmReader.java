// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.dcgm;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.dcgm.GpuMetric;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads scrapes of dcgm-exporter. A sample that is broken costs that sample, not the file.
public final class DcgmReader implements FileReader {
    /// Samples that are kept of one file.
    static final int SAMPLES_MAX = 100_000;

    private static final int LINE_CHARS_MAX = 16 * 1024;
    private static final Pattern SAMPLE =
            Pattern.compile("((?:DCGM|dcgm)_\\w{1,128})(?:\\{(.*)\\})?(?:\\s+(\\S+))?(?:\\s+\\d{1,18})?\\s*");
    private static final Pattern LABEL = Pattern.compile("(\\w{1,64})=\"((?:[^\"\\\\]|\\\\.){0,512})\"");

    /// DCGM's marks for a value that is not there: a few numbers below the largest of 32 and of 64 bits.
    private static final double BLANK_INT = 0x7ffffff0L;

    private static final double BLANK_INT_MAX = 0x7fffffffL;
    private static final double BLANK_LONG = 0x7ffffffffffffff0L;

    /// Marks of the floating kind.
    private static final double BLANK_REAL = 140737488355328.0;

    /// Stateless.
    public DcgmReader() {}

    @Override
    public String format() {
        return "dcgm";
    }

    @Override
    public boolean recognises(InputFile file) {
        String head = file.headText();
        int at = Math.max(head.indexOf("DCGM_"), head.indexOf("dcgm_"));
        return at >= 0
                && (at == 0 || head.charAt(at - 1) == '\n' || head.contains("# TYPE ") || head.contains("# HELP "));
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file.open(), StandardCharsets.UTF_8))) {
            long number = 0;
            int samples = 0;
            for (String line = lines.readLine(); line != null && samples < SAMPLES_MAX; line = lines.readLine()) {
                number++;
                Matcher sample = SAMPLE.matcher(line.length() > LINE_CHARS_MAX ? "" : line);
                if (!line.startsWith("#") && sample.matches()) {
                    samples++;
                    out.accept(metric(new Source(file.name(), number), sample));
                }
            }
        }
    }

    private static GpuMetric metric(Source source, Matcher sample) {
        Map<String, String> labels = new HashMap<>();
        if (sample.group(2) != null) {
            LABEL.matcher(sample.group(2))
                    .results()
                    .limit(64)
                    .forEach(label -> labels.putIfAbsent(label.group(1), label.group(2)));
        }
        OptionalDouble value = sample.group(3) == null ? OptionalDouble.empty() : Numbers.real(sample.group(3));
        boolean isBlank = value.isPresent() && isBlank(value.getAsDouble());
        boolean isNumber = value.isPresent() && !isBlank && Double.isFinite(value.getAsDouble());
        return new GpuMetric(source, sample.group(1), labels, isNumber ? value : OptionalDouble.empty(), isBlank);
    }

    static boolean isBlank(double value) {
        boolean isInt = value >= BLANK_INT && value <= BLANK_INT_MAX;
        return isInt || value >= BLANK_LONG || (value >= BLANK_REAL && value <= BLANK_REAL + 16);
    }
}
