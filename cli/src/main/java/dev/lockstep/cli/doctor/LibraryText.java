// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds texts in a library without loading it: a doctor runs no foreign code. libnccl has a few hundred megabytes, so
/// it
/// is read in pieces.
final class LibraryText {
    /// More of one library is not read.
    static final long BYTES_MAX = 1L << 31;

    private static final int PIECE_BYTES = 1 << 20;
    private static final int OVERLAP_BYTES = 256;

    private LibraryText() {}

    /// Whether it stands in the library; no if the library cannot be read.
    static boolean has(Path library, String text) {
        return first(library, Pattern.compile(Pattern.quote(text))).isPresent();
    }

    /// The first place where the pattern stands; its matches must be shorter than 256 characters.
    static Optional<MatchResult> first(Path library, Pattern pattern) {
        try (InputStream in = Files.newInputStream(library)) {
            byte[] bytes = new byte[OVERLAP_BYTES + PIECE_BYTES];
            int kept = 0;
            for (long total = 0; total < BYTES_MAX; ) {
                int read = in.readNBytes(bytes, kept, PIECE_BYTES);
                if (read == 0) {
                    return Optional.empty();
                }
                Matcher match = pattern.matcher(new String(bytes, 0, kept + read, StandardCharsets.ISO_8859_1));
                if (match.find()) {
                    return Optional.of(match.toMatchResult());
                }
                total += read;
                int end = kept + read;
                kept = Math.min(OVERLAP_BYTES, end);
                System.arraycopy(bytes, end - kept, bytes, 0, kept);
            }
            return Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
