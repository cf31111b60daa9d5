// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.line.LineCutter;
import dev.lockstep.agent.inspector.line.LineParser;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.core.analysis.duration.DurationStudy;

/// What one thread needs for reading: a buffer, a parser that learns how lines look, counters of its own.
final class ReadingThread {
    private final byte[] buffer = new byte[InspectorLimits.LINE_BYTES_MAX];
    private final ReasonCounts refused = new ReasonCounts();
    private final LineParser<LogChain> parser;
    private final LineCutter<LogChain> cutter;

    ReadingThread(DurationStudy study) {
        this.parser = new LineParser<>(new RecordTaker(study, refused), refused);
        this.cutter = new LineCutter<>(parser, refused);
    }

    byte[] buffer() {
        return buffer;
    }

    LineParser<LogChain> parser() {
        return parser;
    }

    LineCutter<LogChain> cutter() {
        return cutter;
    }

    ReasonCounts refused() {
        return refused;
    }
}
