// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// One input, unpacked if it was compressed.
public final class InputFile {
    /// Bytes that are looked at to recognise a format.
    public static final int HEAD_BYTES_MAX = 64 * 1024;

    private final String name;
    private final byte[] head;
    private final Opener opener;

    /// Opens the input from its beginning.
    @FunctionalInterface
    public interface Opener {
        /// A fresh stream; the caller closes it.
        ///
        /// @throws IOException if it cannot be opened
        InputStream open() throws IOException;
    }

    private InputFile(String name, byte[] head, Opener opener) {
        this.name = name;
        this.head = head;
        this.opener = opener;
    }

    /// An input that can be opened.
    ///
    /// @throws IOException if its head cannot be read
    public static InputFile of(String name, Opener opener) throws IOException {
        try (InputStream stream = opener.open()) {
            return new InputFile(name, stream.readNBytes(HEAD_BYTES_MAX), opener);
        }
    }

    /// An input in memory.
    public static InputFile of(String name, byte[] content) {
        byte[] head = content.length <= HEAD_BYTES_MAX ? content : java.util.Arrays.copyOf(content, HEAD_BYTES_MAX);
        return new InputFile(name, head, () -> new ByteArrayInputStream(content));
    }

    /// Its name as it will be shown: relative to the folder that was given, with `/`.
    public String name() {
        return name;
    }

    /// Its first bytes, at most {@link #HEAD_BYTES_MAX}. Not to be changed.
    public byte[] head() {
        return head.clone();
    }

    /// The head as text; bytes that are no UTF-8 become replacement characters.
    public String headText() {
        return new String(head, StandardCharsets.UTF_8);
    }

    /// A fresh stream from the beginning.
    ///
    /// @throws IOException if it cannot be opened
    public InputStream open() throws IOException {
        return opener.open();
    }
}
