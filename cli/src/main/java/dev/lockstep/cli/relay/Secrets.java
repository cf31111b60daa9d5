// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A directory with one secret a file. They are read each time, so that a new one needs no restart, and never
/// logged.
record Secrets(Path directory) {
    /// The secret in that file.
    String read(String name) throws Missing {
        Path file = directory.resolve(name);
        String text;
        try {
            text = Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new Missing(
                    "cannot read " + file + ": " + unreadable.getClass().getSimpleName());
        }
        if (text.isEmpty()) {
            throw new Missing(file + " is empty");
        }
        return text;
    }

    /// There is no such secret.
    static final class Missing extends Exception {
        private final String why;

        Missing(String why) {
            super(why);
            this.why = why;
        }

        /// In words for an operator.
        String why() {
            return why;
        }
    }
}
