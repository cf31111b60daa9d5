// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

/// Reads the lines of one file. Sees every line of the file, so the first thing it does is a cheap test. Its state is
/// bounded; it never throws for what a line says.
public interface LineReader {
    /// The next line.
    void line(Line line);

    /// The file is over: says what had to wait for it.
    void end();
}
