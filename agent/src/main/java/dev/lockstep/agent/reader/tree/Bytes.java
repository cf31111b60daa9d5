// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import dev.lockstep.agent.reader.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// A whole file in memory, up to a limit.
///
/// @param isWhole false if the file is longer than {@link Document#BYTES_MAX}; the rest was left out
@SuppressWarnings("ArrayRecordComponent") // read once, passed on, never compared
public record Bytes(byte[] content, boolean isWhole) {
    /// Reads it.
    ///
    /// @throws IOException if the file cannot be read
    public static Bytes of(InputFile file) throws IOException {
        try (InputStream stream = file.open()) {
            byte[] content = stream.readNBytes(Document.BYTES_MAX);
            return new Bytes(content, stream.read() < 0);
        }
    }

    /// As text; bytes that are no UTF-8 become replacement characters.
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }
}
