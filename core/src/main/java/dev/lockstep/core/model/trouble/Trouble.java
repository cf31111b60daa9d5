// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.trouble;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// Trouble of one kind that logs of jobs or NCCL's RAS told of, counted since the agent started.
///
/// @param jobId whose it is; absent if unknown, {@link #OTHER} for jobs that found no room
/// @param kind what it is, in the vocabulary of `lockstep diagnose`: `net.completion_error`
/// @param reason more of it, one of few words: `retry_exc_err`, `config`; empty if there is no more
/// @param isRoot whether it may have begun there; false for what only follows from something else
/// @param last who told it last, and how
public record Trouble(
        What what, Optional<String> jobId, String kind, String reason, boolean isRoot, long count, Told last) {
    /// The job of all jobs that found no room.
    public static final String OTHER = "other";

    /// What happened.
    public enum What {
        /// Something failed.
        ERROR,
        /// Something was tried again.
        RETRY,
        /// Something was given up after its time.
        TIMEOUT;

        /// In small letters: `error`.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The words of a line and whose they are.
    ///
    /// @param rank in the job, where the line says it
    /// @param words at most {@link #WORDS_MAX} characters
    /// @param wallNanos when the agent read it, since the epoch
    public record Told(OptionalInt rank, String words, long wallNanos) {
        /// Longest text that is kept of a line.
        public static final int WORDS_MAX = 240;

        public Told {
            words = words.length() <= WORDS_MAX ? words : words.substring(0, WORDS_MAX - 1) + "…";
        }
    }
}
