// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.agent.reader.text.TextLines;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// The readers of one text, each of which gets the lines that it may want. One thread.
final class LineReaders implements TextLines.Filter, Consumer<Line> {
    /// Formats with what finds the words of all of them in one pass.
    record Chosen(List<LineFormat> formats, Needles needles) {
        static Chosen of(List<LineFormat> formats) {
            return new Chosen(
                    List.copyOf(formats),
                    new Needles(formats.stream().map(LineFormat::needles).toList()));
        }
    }

    private static final long ALL_FORMATS = -1;
    /// Begins a message of the journal that comes as a list of bytes, in which no word can be found.
    private static final Needles CODED = new Needles(List.of(List.of("\"MESSAGE\":[")));
    private static final Chosen ALL = Chosen.of(AllReaders.ofLines());

    private final Needles needles;
    private final LineReader[] readers;
    private long always;
    private long wanted;

    /// Of every format.
    ///
    /// @param file name of the text
    /// @param out where sightings of a format go, by its name
    LineReaders(String file, Function<String, Consumer<Sighting>> out) {
        this(ALL, file, out);
    }

    /// The same of these formats.
    LineReaders(Chosen chosen, String file, Function<String, Consumer<Sighting>> out) {
        needles = chosen.needles();
        readers = new LineReader[chosen.formats().size()];
        for (int i = 0; i < readers.length; i++) {
            LineFormat format = chosen.formats().get(i);
            readers[i] = format.open(file, out.apply(format.format()));
            always |= format.needles().isEmpty() ? 1L << i : 0;
        }
    }

    @Override
    public boolean wants(byte[] buffer, int from, int to, boolean isContinuing) {
        boolean isCoded = from < to && buffer[from] == '{' && CODED.in(buffer, from, to) != 0;
        wanted = isCoded ? ALL_FORMATS : needles.in(buffer, from, to) | always | (isContinuing ? wanted : 0);
        return wanted != 0 || isAnyOpen();
    }

    private boolean isAnyOpen() {
        for (LineReader reader : readers) {
            if (reader.isOpen()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void accept(Line line) {
        for (int i = 0; i < readers.length; i++) {
            if ((wanted >>> i & 1) != 0 || readers[i].isOpen()) {
                readers[i].line(line);
            }
        }
    }

    /// The text is over.
    public void end() {
        for (LineReader reader : readers) {
            reader.end();
        }
    }
}
