// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Files in memory that are read by every reader of dumps, and what follows.
public final class Inputs {
    private final Map<String, byte[]> files = new TreeMap<>();

    /// One file of text.
    public static Inputs of(String name, String text) {
        return new Inputs().and(name, text);
    }

    public Inputs and(String name, String text) {
        return and(name, text.getBytes(StandardCharsets.UTF_8));
    }

    public Inputs and(String name, byte[] content) {
        files.put(name, content);
        return this;
    }

    public List<Sighting> seen() {
        List<Sighting> seen = new ArrayList<>();
        files.forEach((name, content) -> read(InputFile.of(name, content), content, seen));
        return seen;
    }

    private static void read(InputFile file, byte[] content, List<Sighting> seen) {
        Optional<FileReader> reader = DumpReaders.ofFiles().stream()
                .filter(one -> one.recognises(file))
                .findFirst();
        try {
            if (reader.isPresent()) {
                reader.get().read(file, seen::add);
                return;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<LineReader> readers = DumpReaders.ofLines().stream()
                .map(format -> format.open(file.name(), seen::add))
                .toList();
        long number = 0;
        for (String text : new String(content, StandardCharsets.UTF_8).split("\n", -1)) {
            Line line = Line.of(++number, text);
            readers.forEach(one -> one.line(line));
        }
        readers.forEach(LineReader::end);
    }

    public Diagnosis diagnosis() {
        return Diagnoser.diagnose(seen());
    }

    public List<Conclusion> conclusions() {
        return diagnosis().conclusions();
    }

    /// The words of all conclusions' signals, the worst first.
    public List<String> signals() {
        return conclusions().stream()
                .map(conclusion -> conclusion.signal().text())
                .toList();
    }

    public Conclusion only(Signal signal) {
        List<Conclusion> found = conclusions().stream()
                .filter(conclusion -> conclusion.signal() == signal)
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(signal + " is concluded " + found.size() + " times in " + conclusions());
        }
        return found.getFirst();
    }

    /// World ranks, or else ranks of a communicator, of those who are blamed.
    public static List<Integer> ranks(Conclusion conclusion) {
        return conclusion.culprits().stream()
                .map(subject -> subject.rank().orElse(subject.groupRank().orElse(-1)))
                .toList();
    }
}
