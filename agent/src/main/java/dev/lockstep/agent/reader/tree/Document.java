// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import java.util.List;

/// What could be read of a text of JSON.
///
/// @param roots the values that stand one behind the other
/// @param defects what was wrong and how it was taken, at most {@link #DEFECTS_MAX}; more are only counted
/// @param defectCount how many there were
/// @param isCut whether the text ends inside a value
public record Document(List<Root> roots, List<Defect> defects, int defectCount, boolean isCut) {
    /// Longest text that is read; the rest counts as cut off.
    public static final int BYTES_MAX = 64 * 1024 * 1024;

    /// Most defects that are kept.
    public static final int DEFECTS_MAX = 32;

    /// A value that stands at the top, with the line where it begins.
    public record Root(Node value, int line) {}

    /// One place that is no JSON.
    ///
    /// @param near the key or word there
    public record Defect(Kind kind, int line, String near) {}

    /// How a place is wrong.
    public enum Kind {
        /// Two members without a comma between them: read as if it were there.
        MISSING_COMMA,
        /// A comma behind the last member: left out.
        TRAILING_COMMA,
        /// `inf`, `nan`, `None`: taken for the number or nothing.
        BARE_WORD,
        /// Something else: skipped.
        GARBAGE
    }

    public Document {
        roots = List.copyOf(roots);
        defects = List.copyOf(defects);
    }

    /// The first value, nothing if there is none.
    public Node first() {
        return roots.isEmpty() ? Node.nothing() : roots.getFirst().value();
    }

    /// Whether there is a defect of that kind.
    public boolean hasDefect(Kind kind) {
        return defects.stream().anyMatch(defect -> defect.kind() == kind);
    }
}
