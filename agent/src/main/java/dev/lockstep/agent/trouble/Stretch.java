// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble;

import dev.lockstep.agent.reader.all.LiveText;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Lines of one text that grows, judged together: what its readers know is told when the text has been quiet for
/// {@link #QUIET}, or after {@link #LONGEST} of talking. One thread.
public final class Stretch {
    /// A stretch of lines is over when nothing came for so long.
    public static final Duration QUIET = Duration.ofSeconds(5);

    /// The longest stretch of lines that is judged as one.
    public static final Duration LONGEST = Duration.ofSeconds(30);

    private final LineCounts counts;
    private @Nullable LiveText text;
    private Instant begun = Instant.EPOCH;
    private Instant spoke = Instant.EPOCH;

    /// Nothing was said yet.
    public Stretch(LineCounts counts) {
        this.counts = counts;
    }

    /// Reads the first bytes of an array: whole lines.
    ///
    /// @param name of the text
    public void add(String name, byte[] bytes, int length, Instant now) {
        LiveText reader = text;
        if (reader == null) {
            reader = new LiveText(name, counts);
            text = reader;
            begun = now;
        }
        spoke = now;
        counts.at(now);
        reader.add(bytes, length);
    }

    /// Ends the stretch if it is over.
    public void rest(Instant now) {
        boolean isOver = silence(now).compareTo(QUIET) >= 0
                || Duration.between(begun, now).abs().compareTo(LONGEST) >= 0;
        if (isOver) {
            end(now);
        }
    }

    /// For how long nothing was said.
    public Duration silence(Instant now) {
        return Duration.between(spoke, now).abs();
    }

    /// Nothing follows: what had to wait for it is told.
    public void end(Instant now) {
        LiveText reader = text;
        text = null;
        if (reader != null) {
            counts.at(now);
            reader.end();
        }
    }
}
