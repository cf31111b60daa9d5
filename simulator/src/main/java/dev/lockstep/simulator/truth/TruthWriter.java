// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.truth;

import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.OperationRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.MinimalPrettyPrinter;

/// Writes `truth-node-<n>.jsonl.gz`: a line an operation and rank. Belongs to one thread.
public final class TruthWriter implements AutoCloseable {
    private final JsonGenerator json;
    private long lines;

    private TruthWriter(OutputStream out) {
        this.json = new JsonFactory().createGenerator(new LineContext(), out);
    }

    /// Replaces the node's truth file in a directory.
    public static TruthWriter create(Path directory, int node) throws IOException {
        Path file = directory.resolve("truth-node-" + node + ".jsonl.gz");
        return new TruthWriter(new GZIPOutputStream(Files.newOutputStream(file), 1 << 16));
    }

    /// Writes plain lines; for tests.
    public static TruthWriter to(OutputStream out) {
        return new TruthWriter(out);
    }

    /// Adds one operation.
    public void write(OperationRun operation, GpuClock clock) {
        TruthLine.write(operation, clock, json);
        lines++;
    }

    /// Operations written so far.
    public long lines() {
        return lines;
    }

    @Override
    public void close() {
        json.close();
    }

    /// One object a line.
    private static final class LineContext extends ObjectWriteContext.Base {
        @Override
        public tools.jackson.core.PrettyPrinter getPrettyPrinter() {
            return new MinimalPrettyPrinter("\n");
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }
}
