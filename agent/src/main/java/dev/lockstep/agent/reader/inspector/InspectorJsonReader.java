// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.inspector;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.core.analysis.clue.Sighting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Reads records of Inspector and of RCCL's profiler, one a line as they are written, or over several lines as
/// documentation shows them. A record that is broken costs that record.
public final class InspectorJsonReader implements FileReader {
    private static final int RECORD_CHARS_MAX = 1024 * 1024;

    /// Stateless.
    public InspectorJsonReader() {}

    @Override
    public String format() {
        return "inspector-json";
    }

    @Override
    public boolean recognises(InputFile file) {
        String head = file.headText();
        return head.stripLeading().startsWith("{")
                && (head.contains("\"coll_perf\"") || head.contains("\"p2p_perf\"") || head.contains("\"coll_sn\""));
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        RecordTally tally = new RecordTally(file.name());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file.open(), StandardCharsets.UTF_8))) {
            StringBuilder open = new StringBuilder();
            long number = 0;
            long begin = 0;
            int depth = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                boolean isRecord = line.startsWith("{\"");
                if (isRecord && !open.isEmpty()) {
                    tally.record(begin, open.toString());
                    open.setLength(0);
                    depth = 0;
                }
                if (isRecord) {
                    tally.record(number, line);
                } else if (!line.isBlank() && open.length() + line.length() < RECORD_CHARS_MAX) {
                    begin = open.isEmpty() ? number : begin;
                    open.append(line).append('\n');
                    depth += braces(line);
                    if (depth <= 0) {
                        tally.record(begin, open.toString());
                        open.setLength(0);
                        depth = 0;
                    }
                }
            }
            if (!open.isEmpty()) {
                tally.record(begin, open.toString());
            }
        }
        out.accept(tally.file());
    }

    private static int braces(String line) {
        int depth = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            depth += c == '{' ? 1 : 0;
            depth -= c == '}' ? 1 : 0;
        }
        return depth;
    }
}
