// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;

/// Cuts a buffer into lines for the parser. A line without its line feed is left for the next buffer, unless it fills
/// one: then it is skipped up to its line feed.
public final class LineCutter<C extends LineOwner> {
    private final LineParser<C> parser;
    private final ReasonCounts refused;
    private boolean skipping;

    /// What belongs to no process is counted in `refused`.
    public LineCutter(LineParser<C> parser, ReasonCounts refused) {
        this.parser = parser;
        this.refused = refused;
    }

    /// Whether the last buffer ended inside a line that is too long.
    public boolean isSkipping() {
        return skipping;
    }

    /// Reads the lines of the first `filled` bytes and returns how many bytes were used up; `skip` says that the buffer
    /// begins inside a line that is too long.
    public int cut(byte[] buffer, int filled, boolean skip, C owner) {
        int at = 0;
        skipping = skip;
        while (at < filled && !owner.isFull()) {
            int begin = skipping ? at : skipNul(buffer, at, filled);
            int repeated = skipping ? -1 : parser.repeated(buffer, begin, filled, owner);
            if (repeated >= 0) {
                at = repeated + 1;
                continue;
            }
            int feed = indexOfLineFeed(buffer, begin, filled);
            if (feed < 0) {
                return unended(buffer, begin, filled, owner);
            }
            if (!skipping) {
                parser.line(buffer, begin, feed, owner);
            }
            skipping = false;
            at = feed + 1;
        }
        return at;
    }

    private int unended(byte[] buffer, int at, int filled, C owner) {
        if (at < filled && (skipping || filled - at == buffer.length)) {
            if (!skipping) {
                owner.damagedLine(Reason.LINE_TOO_LONG);
            }
            skipping = true;
            return filled;
        }
        return at;
    }

    /// A truncated file whose writer goes on at its old place begins with a hole of NUL bytes.
    private int skipNul(byte[] buffer, int from, int to) {
        int i = from;
        while (i < to && buffer[i] == 0) {
            i++;
        }
        if (i > from && i < to) {
            refused.one(Reason.NUL_BYTES);
        }
        return i;
    }

    private static int indexOfLineFeed(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }
}
