// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// NCCL_DEBUG output, wherever it stands in a text.
public final class NcclFormat implements LineFormat {
    /// Stateless.
    public NcclFormat() {}

    @Override
    public String format() {
        return "nccl-log";
    }

    @Override
    public List<String> needles() {
        return List.of("CCL", "ibfabric:", "Last error", "[repeated ", " failed: ");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new NcclReader(file, out);
    }

    /// Those who know a family of lines, asked in order until one says that a line was its.
    private static final class NcclReader implements LineReader {
        private final List<NcclFamily> warnings;
        private final List<NcclFamily> infos;
        private final LooseLines loose;
        private final Tally tally;
        private final InitLines inits;
        private final WarningLines known;
        private final UnknownWarnings unknown;

        NcclReader(String file, Consumer<Sighting> out) {
            tally = new Tally(file, out);
            unknown = new UnknownWarnings(file, out);
            inits = new InitLines(file, out);
            CollectiveCalls calls = new CollectiveCalls(file, out, inits);
            known = new WarningLines(file, out, calls);
            AsyncEvents events = new AsyncEvents(file, out);
            infos = List.of(tally.connections(), calls, unknown.results(), inits, events, tally.settings());
            warnings = List.of(new CompletionErrors(file, out), events, known, tally.settings(), unknown);
            loose = new LooseLines(file, out, known, tally);
        }

        @Override
        public boolean isOpen() {
            return loose.isOpen();
        }

        @Override
        public void line(Line line) {
            NcclLine parsed = NcclLine.of(line);
            if (parsed == null) {
                loose.line(line);
                return;
            }
            NcclLine record = tally.withKnownHost(parsed);
            tally.count(record);
            if (record.isProgress()) {
                inits.progressed(record);
            }
            if (record.isProgress() || record.isInitialised() || record.hasNetwork()) {
                known.survived(record);
                unknown.survived(record);
            }
            for (NcclFamily family : record.isWarning() ? warnings : infos) {
                if (family.takes(record)) {
                    return;
                }
            }
            tally.unrecognised(record);
        }

        @Override
        public void end() {
            for (NcclFamily family : infos) {
                family.end();
            }
            for (NcclFamily family : warnings) {
                if (!infos.contains(family)) {
                    family.end();
                }
            }
            tally.end();
        }
    }
}
