// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

/// Where something was read.
///
/// @param file name as given on the command line, or the path inside the folder
/// @param line counted from 1; 0 where the file has no lines
public record Source(String file, long line) implements Comparable<Source> {
    /// A file as a whole.
    public static Source of(String file) {
        return new Source(file, 0);
    }

    @Override
    public int compareTo(Source other) {
        int byFile = file.compareTo(other.file);
        return byFile != 0 ? byFile : Long.compare(line, other.line);
    }

    /// `rank0.log:17`, or the file alone.
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line;
    }
}
