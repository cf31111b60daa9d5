// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.List;

/// What a warning means: a row of {@link WarningTable}.
///
/// @param words all of them stand in the message, in small letters; alternatives parted by `|`
/// @param kind class of the cause, as reports name it
/// @param key names the incident; with `@host` and `@gpu` it is one for each
/// @param advice what to do
record Meaning(
        List<String> words, Signal signal, Severity severity, Weight weight, String kind, String key, String advice) {
    /// Whether a message in small letters says this.
    boolean isIn(String lowerCaseMessage) {
        for (String word : words) {
            if (!hasOne(lowerCaseMessage, word)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasOne(String message, String alternatives) {
        int from = 0;
        while (true) {
            int bar = alternatives.indexOf('|', from);
            String word = bar < 0 ? alternatives.substring(from) : alternatives.substring(from, bar);
            if (message.contains(word)) {
                return true;
            }
            if (bar < 0) {
                return false;
            }
            from = bar + 1;
        }
    }

    static Meaning root(Signal signal, Severity severity, String kind, String key, String advice, String... words) {
        return new Meaning(List.of(words), signal, severity, Weight.ROOT, kind, key, advice);
    }

    /// Creation of a communicator, or a call into NCCL, failed for good.
    static Meaning failure(String kind, String key, String advice, String... words) {
        return root(Signal.INIT_FAILURE, Severity.P0, kind, key, advice, words);
    }

    static Meaning echo(Signal signal, String key, String... words) {
        return new Meaning(List.of(words), signal, Severity.P0, Weight.ECHO, "secondary", key, "");
    }

    static Meaning context(Signal signal, String key, String advice, String... words) {
        return new Meaning(List.of(words), signal, Severity.INFO, Weight.CONTEXT, "", key, advice);
    }
}
