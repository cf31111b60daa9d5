// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.flight;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.tree.Bytes;
import dev.lockstep.agent.reader.tree.Document;
import dev.lockstep.agent.reader.tree.Node;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.agent.reader.tree.Pickle;
import dev.lockstep.agent.reader.tree.PickleReader;
import dev.lockstep.agent.reader.tree.TolerantJson;
import dev.lockstep.core.analysis.cause.flight.FlightDump;
import dev.lockstep.core.analysis.cause.flight.FlightDump.Condition;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads dumps of PyTorch's Flight Recorder: `nccl_trace_rank_7`, `comm_lib_trace_rank_7`, `_dump_7` and what else they
/// are called, JSON or pickle. A file of no bytes with such a name is a dump whose writing failed.
public final class FlightDumpReader implements FileReader {
    private static final Pattern NAME = Pattern.compile(
            "(?:.*(?:trace|dump|flight|\\bfr)[\\w.-]*?[_.-])?(\\d{1,7})(?:\\.(?:json|pkl|pickle|bin))?");
    private static final Pattern DUMP_NAME = Pattern.compile(
            "(?i).*(?:nccl_trace|comm_lib_trace|trace_rank|_dump|flight_?recorder|fr_trace)[\\w.-]*?\\d{1,7}"
                    + "(?:\\.(?:json|pkl|pickle|bin))?");

    /// Stateless.
    public FlightDumpReader() {}

    @Override
    public String format() {
        return "fr-dump";
    }

    @Override
    public boolean recognises(InputFile file) {
        byte[] head = file.head();
        if (head.length == 0) {
            return DUMP_NAME.matcher(baseName(file.name())).matches();
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        int first = firstByte(head);
        boolean isPickle = (first == 0x80 || first == '(' || first == '}') && text.indexOf('{') != 0;
        boolean hasKeys = text.contains("pg_config")
                || text.contains("pg_status")
                || text.contains("profiling_name")
                || text.contains("nccl_comm_state");
        if (isPickle) {
            return hasKeys || DUMP_NAME.matcher(baseName(file.name())).matches();
        }
        return first == '{' && hasKeys && text.contains("\"");
    }

    private static int firstByte(byte[] head) {
        for (byte b : head) {
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b & 0xff;
            }
        }
        return -1;
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        Source source = Source.of(file.name());
        OptionalInt rank = rank(file.name());
        Bytes bytes = Bytes.of(file);
        DumpBuilder builder = new DumpBuilder(source);
        if (bytes.content().length == 0) {
            out.accept(builder.empty(rank));
            return;
        }
        if (firstByte(bytes.content()) == '{') {
            json(TolerantJson.read(bytes.text()), builder, rank, out);
        } else {
            out.accept(pickle(PickleReader.read(bytes.content()), builder, rank));
        }
    }

    private static void json(Document document, DumpBuilder builder, OptionalInt rank, Consumer<Sighting> out) {
        Node root = document.first();
        boolean isCollection = !root.has("entries")
                && !root.has("pg_config")
                && root.fields().values().stream().anyMatch(node -> node.has("entries"));
        if (isCollection) {
            root.fields()
                    .forEach((key, node) -> out.accept(builder.dump(Numbers.small(key), node, Condition.READ, "")));
            return;
        }
        boolean isDamaged = document.isCut() || document.defectCount() > 0;
        String trouble = document.isCut()
                ? "the file ends inside a value"
                : "it is no clean JSON (" + document.defectCount() + " defects)";
        out.accept(builder.dump(rank, root, isDamaged ? Condition.BROKEN : Condition.READ, isDamaged ? trouble : ""));
    }

    private static FlightDump pickle(Pickle pickle, DumpBuilder builder, OptionalInt rank) {
        return switch (pickle) {
            case Pickle.Read read -> builder.dump(rank, read.value(), Condition.READ, "");
            case Pickle.Refused refused ->
                builder.dump(
                        rank,
                        Node.nothing(),
                        Condition.REFUSED,
                        "the pickle would run code when loaded (" + refused.opcode()
                                + "), which no dump of the Flight Recorder does; it was not read");
            case Pickle.Broken broken ->
                builder.dump(rank, broken.partial(), Condition.BROKEN, "the pickle is damaged: " + broken.reason());
        };
    }

    private static String baseName(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private static OptionalInt rank(String name) {
        Matcher matcher = NAME.matcher(baseName(name));
        return matcher.matches() ? Numbers.small(matcher.group(1)) : OptionalInt.empty();
    }
}
