// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import dev.lockstep.core.nccl.NcclVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// A NCCL that a job uses or may use: where it was seen and its version.
record NcclLibrary(String where, NcclVersion version) {
    /// The text that NCCL logs of itself.
    private static final Pattern TEXT = Pattern.compile("NCCL version (\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})");

    /// Reads the version from the name behind the links, `libnccl.so.2.28.9`, or else from the library's own texts.
    static Optional<NcclLibrary> of(Path file, String where) {
        Optional<NcclVersion> version = NcclVersion.in(realName(file))
                .or(() -> LibraryText.first(file, TEXT).flatMap(found -> NcclVersion.in(found.group(1))));
        return version.map(known -> new NcclLibrary(where, known));
    }

    private static String realName(Path file) {
        try {
            return String.valueOf(file.toRealPath().getFileName());
        } catch (IOException gone) {
            return "";
        }
    }
}
