// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.core.model.NcclFunction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// What really happened in a simulated job: `operations.jsonl.gz` beside a set of Inspector files.
record Truth(List<Operation> operations, int cutLines) {
    /// One operation on one rank; `calls` is 32 where one line stands for an AlltoAll of 16 Sends and 16 Recvs.
    record Operation(
            String comm,
            int commRank,
            int ranks,
            NcclFunction function,
            int calls,
            long bytes,
            long sequence,
            long nanos,
            String state) {
        /// As Inspector cuts it.
        String cutComm() {
            return comm.substring(0, Math.min(14, comm.length()));
        }

        boolean isDone() {
            return state.equals("done");
        }
    }

    static Truth read(Path set) throws IOException {
        Path file = set.resolveSibling(set.getFileName() + ".truth").resolve("operations.jsonl.gz");
        List<Operation> operations = new ArrayList<>();
        int cut = 0;
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                try {
                    operations.add(operation(fields(line)));
                } catch (JacksonException e) {
                    cut++;
                }
            }
        }
        return new Truth(operations, cut);
    }

    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), line)) {
            parser.nextToken();
            for (String key = parser.nextName(); key != null; key = parser.nextName()) {
                parser.nextToken();
                fields.put(key, parser.getString());
            }
        }
        return fields;
    }

    private static Operation operation(Map<String, String> fields) {
        return new Operation(
                text(fields, "comm").substring(2),
                (int) number(fields, "comm_rank"),
                (int) number(fields, "n_ranks"),
                NcclFunction.of(text(fields, "func")),
                (int) number(fields, "calls"),
                number(fields, "bytes"),
                number(fields, "seq"),
                number(fields, "end_ns") - number(fields, "start_ns"),
                text(fields, "state"));
    }

    private static String text(Map<String, String> fields, String key) {
        return fields.getOrDefault(key, "");
    }

    private static long number(Map<String, String> fields, String key) {
        String number = fields.getOrDefault(key, "0");
        return number.equals("null") ? 0 : Long.parseLong(number);
    }
}
