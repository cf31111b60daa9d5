// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import java.nio.file.Path;
import java.util.Locale;

/// One setting of the brain. From it follow its flag (`--records-per-second`), its environment variable
/// (`LOCKSTEP_SERVER_RECORDS_PER_SECOND`), its name in a file (`records_per_second`) and its line in
/// docs/config-server.md.
///
/// @param key its name in a map of settings, `records-per-second`
/// @param form what its text must be
/// @param fallback its default as it would be written; {@link #NONE} where it is not set then
/// @param meaning what it is, in a few words
/// @param <T> what its text means
public record Setting<T>(String key, Form<T> form, String fallback, String meaning) {
    /// The default of what is not set.
    public static final String NONE = "none";

    /// What every variable of the brain begins with.
    public static final String VARIABLE_PREFIX = "LOCKSTEP_SERVER_";

    /// What the text of a setting must be.
    ///
    /// @param placeholder its place in the usage text, `TIME`
    /// @param words unit and bounds, for a person
    /// @param reader what a text means
    /// @param <T> what its text means
    public record Form<T>(String placeholder, String words, Reader<T> reader) {}

    /// Turns a text into what it means.
    ///
    /// @param <T> what it means
    @FunctionalInterface
    public interface Reader<T> {
        /// The value of `text`; a relative path in it begins at `folder`.
        ///
        /// @throws WrongText with what it must be instead
        T read(String text, Path folder) throws WrongText;
    }

    /// A text that is no value of its setting; the message ends the sentence that begins with the setting's name.
    public static final class WrongText extends Exception {
        /// `must` as in "must be a number".
        public WrongText(String must) {
            super(must);
        }

        /// The end of the sentence; it is always there.
        String must() {
            return String.valueOf(getMessage());
        }
    }

    /// Its flag, `--records-per-second`.
    public String flag() {
        return "--" + key;
    }

    /// Its environment variable, `LOCKSTEP_SERVER_RECORDS_PER_SECOND`.
    public String variable() {
        return VARIABLE_PREFIX + fileKey().toUpperCase(Locale.ROOT);
    }

    /// Its name in a file, `records_per_second`.
    public String fileKey() {
        return key.replace('-', '_');
    }
}
