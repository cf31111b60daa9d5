// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.check;

import dev.lockstep.core.analysis.clue.Signal;
import java.util.Map;
import java.util.Optional;

/// One statement that a case expects.
///
/// @param signal none if the case describes the thing by its values alone
/// @param fields everything that is written of it, as YAML gave it
/// @param file only this file of the case is meant; empty: all
/// @param isForEachFile it must hold for every file by itself
record Expected(Optional<Signal> signal, Map<String, Object> fields, String file, boolean isForEachFile) {
    /// The word before any explanation: `P0 after the init deadline` is `P0`.
    Optional<String> word(String field) {
        Object value = fields.get(field);
        if (value == null) {
            return Optional.empty();
        }
        String text = String.valueOf(value).strip();
        int space = text.indexOf(' ');
        return Optional.of(space < 0 ? text : text.substring(0, space));
    }

    String text(String field) {
        return String.valueOf(fields.getOrDefault(field, ""));
    }

    /// How the line of the report names it.
    String title() {
        return signal.map(Signal::text).orElseGet(() -> {
            String text = fields.toString();
            return text.length() > 60 ? text.substring(0, 60) : text;
        });
    }
}
