// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

/// Reads the lines of one file: those that {@link LineFormat#needles} choose. Its state is
/// bounded; it never throws for what a line says.
public interface LineReader {
    /// The next line.
    void line(Line line);

    /// Whether it has begun something that goes on in lines without any of its words.
    default boolean isOpen() {
        return false;
    }

    /// The file is over: says what had to wait for it.
    void end();
}
