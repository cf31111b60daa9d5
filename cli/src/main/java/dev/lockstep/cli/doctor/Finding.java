// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.util.Locale;

/// One line of the doctor: what was looked at, how it is, and what to do; `remedy` is empty where nothing is to be
/// done.
public record Finding(String check, Level level, String what, String remedy) {
    /// How it is.
    public enum Level {
        /// As it should be.
        OK,
        /// Nothing is wrong, and it is good to know.
        NOTE,
        /// Something is not seen, or not seen well.
        WARN,
        /// Lockstep does not work like this.
        FAIL;

        /// In small letters, as it is printed.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String what) {
        return new Finding(check, Level.OK, what, "");
    }

    static Finding note(String check, String what, String remedy) {
        return new Finding(check, Level.NOTE, what, remedy);
    }

    static Finding warn(String check, String what, String remedy) {
        return new Finding(check, Level.WARN, what, remedy);
    }

    static Finding fail(String check, String what, String remedy) {
        return new Finding(check, Level.FAIL, what, remedy);
    }
}
