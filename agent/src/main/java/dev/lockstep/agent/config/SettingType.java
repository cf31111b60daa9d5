// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.time.Duration;
import java.util.List;

/// What a setting's text must be, with its bounds.
public sealed interface SettingType {
    /// The value's place in the usage text, `TIME`.
    String placeholder();

    /// The unit and the bounds, for a person.
    String words();

    /// Whether it may have several values: a list in a file, separate words after a flag.
    default boolean isList() {
        return false;
    }

    /// Where to listen.
    record Address() implements SettingType {
        @Override
        public String placeholder() {
            return "HOST:PORT";
        }

        @Override
        public String words() {
            return "host:port";
        }
    }

    /// Where somebody else listens, or the word `none`.
    record Endpoint() implements SettingType {
        /// The value for nobody.
        static final String NONE = "none";

        @Override
        public String placeholder() {
            return "HOST:PORT";
        }

        @Override
        public String words() {
            return "host:port or none";
        }
    }

    /// A name.
    record Text(int lengthMax) implements SettingType {
        @Override
        public String placeholder() {
            return "NAME";
        }

        @Override
        public String words() {
            return "1 to " + lengthMax + " characters";
        }
    }

    /// Folders, separated by `:` where they are one text.
    record Directories() implements SettingType {
        @Override
        public String placeholder() {
            return "DIR";
        }

        @Override
        public String words() {
            return "directories";
        }

        @Override
        public boolean isList() {
            return true;
        }
    }

    /// Patterns of files, separated by `:` where they are one text.
    record Patterns() implements SettingType {
        @Override
        public String placeholder() {
            return "PATTERN";
        }

        @Override
        public String words() {
            return "patterns of files";
        }

        @Override
        public boolean isList() {
            return true;
        }
    }

    /// A folder that is made when it is needed, or the word `none`.
    record MadeDirectory() implements SettingType {
        /// The value for no folder at all.
        static final String NONE = "none";

        @Override
        public String placeholder() {
            return "DIR";
        }

        @Override
        public String words() {
            return "directory or none";
        }
    }

    /// A path that something else owns, or the word `none`.
    record GivenPath(String what) implements SettingType {
        /// The value for no path at all.
        static final String NONE = "none";

        @Override
        public String placeholder() {
            return "PATH";
        }

        @Override
        public String words() {
            return what + " or none";
        }
    }

    /// One of these words.
    record OneOf(List<String> choices) implements SettingType {
        public OneOf {
            choices = List.copyOf(choices);
        }

        @Override
        public String placeholder() {
            return "WORD";
        }

        @Override
        public String words() {
            return String.join(" or ", choices);
        }
    }

    /// Addresses of servers, separated by `,`.
    record Urls(int most) implements SettingType {
        /// The value for no address at all.
        static final String NONE = "none";

        @Override
        public String placeholder() {
            return "URL";
        }

        @Override
        public String words() {
            return "URLs, " + most + " at most, or none";
        }
    }

    /// A file.
    record SettingsFile() implements SettingType {
        @Override
        public String placeholder() {
            return "FILE";
        }

        @Override
        public String words() {
            return "file";
        }
    }

    /// A time, `500ms`, `10s`, `2m`, `1h`.
    record Time(Duration least, Duration most) implements SettingType {
        @Override
        public String placeholder() {
            return "TIME";
        }

        @Override
        public String words() {
            return "time, " + text(least) + " to " + text(most);
        }

        /// As it would be written in a setting.
        static String text(Duration time) {
            long millis = time.toMillis();
            if (millis == 0 || millis % 1000 != 0) {
                return millis == 0 ? "0s" : millis + "ms";
            }
            if (millis % 60_000 != 0) {
                return millis / 1000 + "s";
            }
            return millis % 3_600_000 == 0 ? millis / 3_600_000 + "h" : millis / 60_000 + "m";
        }
    }

    /// A whole number.
    record Count(int least, int most) implements SettingType {
        @Override
        public String placeholder() {
            return "N";
        }

        @Override
        public String words() {
            return "number, " + least + " to " + most;
        }
    }
}
