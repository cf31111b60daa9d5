// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.json.IncidentJson;
import dev.lockstep.server.json.JsonTree;
import dev.lockstep.server.json.JsonTree.Unfit;
import dev.lockstep.server.json.JsonWriter;
import dev.lockstep.server.judgement.Judgement;
import dev.lockstep.server.judgement.MaintenanceWindow;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/// A line of the journal: eight hex digits of CRC32C over the rest, a space, and one JSON object.
///
/// ```
/// 5d0c8a7e {"incident":{"id":"00c0ffee00c0ffee", … }}
/// ```
sealed interface JournalLine {
    /// How an incident is since then.
    record OfIncident(Incident incident) implements JournalLine {}

    /// What somebody said.
    record OfJudgement(Judgement judgement) implements JournalLine {}

    /// Where somebody works.
    record OfWindow(MaintenanceWindow window) implements JournalLine {}

    /// Its bytes, with the end of the line.
    default byte[] bytes() {
        byte[] json = JsonWriter.object(
                switch (this) {
                    case OfIncident of -> field("incident", out -> IncidentJson.write(out, of.incident()));
                    case OfJudgement of -> field("judgement", of.judgement()::write);
                    case OfWindow of -> field("window", of.window()::write);
                });
        byte[] checksum = checksum(json, 0, json.length).getBytes(StandardCharsets.US_ASCII);
        byte[] line = new byte[checksum.length + 1 + json.length + 1];
        System.arraycopy(checksum, 0, line, 0, checksum.length);
        line[checksum.length] = ' ';
        System.arraycopy(json, 0, line, checksum.length + 1, json.length);
        line[line.length - 1] = '\n';
        return line;
    }

    private static Consumer<JsonWriter> field(String name, Consumer<JsonWriter> fields) {
        return out -> out.object(name, fields);
    }

    /// Reads a line without its end.
    ///
    /// @throws Unfit if it is damaged
    static JournalLine read(byte[] line) throws Unfit {
        int begin = 9;
        if (line.length <= begin
                || !new String(line, 0, begin, StandardCharsets.US_ASCII)
                        .equals(checksum(line, begin, line.length - begin) + " ")) {
            throw new Unfit("its checksum does not fit");
        }
        byte[] json = Arrays.copyOfRange(line, begin, line.length);
        JsonTree tree = JsonTree.read(json);
        if (tree.names().contains("incident")) {
            return new OfIncident(IncidentJson.read(tree.object("incident")));
        }
        if (tree.names().contains("judgement")) {
            return new OfJudgement(Judgement.read(tree.object("judgement")));
        }
        return new OfWindow(MaintenanceWindow.read(tree.object("window"), 0));
    }

    private static String checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
