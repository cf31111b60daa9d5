// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.line.Field;
import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.agent.inspector.line.LineScanner;
import dev.lockstep.agent.inspector.line.NameTable;
import dev.lockstep.agent.inspector.line.Names;
import dev.lockstep.agent.inspector.line.OperationFields;
import dev.lockstep.agent.inspector.line.Section;
import dev.lockstep.core.model.NcclFunction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The records of a folder of Inspector files, line by line through the scanner alone.
record ReadSet(List<Line> lines, int notScanned) {
    /// One operation as its line tells it.
    record Line(
            String comm,
            long commRank,
            NcclFunction function,
            boolean pointToPoint,
            long sequence,
            long bytes,
            long micros,
            boolean gpuTime) {}

    static ReadSet of(Path folder) throws IOException {
        LineScanner scanner = new LineScanner(new NameTable());
        InspectorRecord record = new InspectorRecord();
        List<Line> lines = new ArrayList<>();
        int notScanned = 0;
        for (byte[] line : bytesOfLines(folder)) {
            if (!scanner.scan(line, 0, line.length, record)) {
                notScanned++;
            } else if (record.has(Section.COLLECTIVE)) {
                lines.add(line(record, OperationFields.COLLECTIVE));
            } else if (record.has(Section.POINT_TO_POINT)) {
                lines.add(line(record, OperationFields.POINT_TO_POINT));
            }
        }
        return new ReadSet(lines, notScanned);
    }

    private static Line line(InspectorRecord record, OperationFields fields) {
        return new Line(
                Names.communicatorId(record.text(Field.ID)),
                record.number(Field.RANK),
                fields.function(NcclFunction.of(Objects.requireNonNull(record.text(fields.function())))),
                fields == OperationFields.POINT_TO_POINT,
                record.number(fields.sequence()),
                record.number(fields.size()),
                record.number(fields.time()),
                "kernel_gpu".equals(record.text(fields.timingSource())));
    }

    private static List<byte[]> bytesOfLines(Path folder) throws IOException {
        List<byte[]> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                ByteArrayOutputStream line = new ByteArrayOutputStream();
                for (byte b : Files.readAllBytes(file)) {
                    if (b == '\n') {
                        lines.add(line.toByteArray());
                        line.reset();
                    } else {
                        line.write(b);
                    }
                }
                if (line.size() > 0) {
                    lines.add(line.toByteArray());
                }
            }
        }
        return lines;
    }
}
