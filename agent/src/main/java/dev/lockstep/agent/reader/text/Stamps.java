// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import dev.lockstep.core.analysis.clue.Moment;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the times that stand in logs. Zones are dropped: hosts rarely print them, and order between hosts is not known
/// anyway.
public final class Stamps {
    /// The year of clocks that print none: one with a 29th of February.
    public static final int YEAR_OF_YEARLESS = 2024;

    private static final Pattern DATE_TIME =
            Pattern.compile("(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T ](\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?");
    private static final Pattern JOURNAL = Pattern.compile("\"__REALTIME_TIMESTAMP\" ?: ?\"(\\d{1,18})\"");
    private static final Pattern GLOG =
            Pattern.compile("\\b[EWIF](\\d{1,2})(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)\\.(\\d{3,9})");

    private Stamps() {}

    /// The time that stands in the text, in glog's form or with a date.
    public static Optional<Moment> any(String text) {
        Optional<Moment> glog = glog(text);
        return glog.isPresent() ? glog : dateTime(text);
    }

    /// The first date with a time in the text: `2026-04-14 21:28:19.007`.
    public static Optional<Moment> dateTime(String text) {
        Matcher matcher = DATE_TIME.matcher(text);
        if (!matcher.find()) {
            return journal(text);
        }
        OptionalLong second = millis(
                field(matcher, 1),
                field(matcher, 2),
                field(matcher, 3),
                field(matcher, 4),
                field(matcher, 5),
                field(matcher, 6));
        return moment(matcher.group(), second, matcher.group(7), Moment.Clock.WALL);
    }

    /// The time of an entry of the journal: microseconds since 1970.
    private static Optional<Moment> journal(String text) {
        Matcher matcher = text.startsWith("{") ? JOURNAL.matcher(text) : null;
        if (matcher == null || !matcher.find()) {
            return Optional.empty();
        }
        long millis = Long.parseLong(matcher.group(1)) / 1000;
        return Optional.of(new Moment(Instant.ofEpochMilli(millis).toString(), millis, Moment.Clock.WALL));
    }

    /// The time of glog's prefix, which has no year: `E603 17:48:01.005271823`.
    public static Optional<Moment> glog(String text) {
        Matcher matcher = GLOG.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        OptionalLong second = millis(
                YEAR_OF_YEARLESS,
                field(matcher, 1),
                field(matcher, 2),
                field(matcher, 3),
                field(matcher, 4),
                field(matcher, 5));
        return moment(matcher.group().substring(1), second, matcher.group(6), Moment.Clock.YEARLESS);
    }

    /// A date and time in milliseconds, as on a clock at UTC; absent where there is no such date or time.
    public static OptionalLong millis(int year, int month, int day, int hour, int minute, int second) {
        try {
            return OptionalLong.of(LocalDateTime.of(year, month, day, hour, minute, second)
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli());
        } catch (DateTimeException noDate) {
            return OptionalLong.empty();
        }
    }

    private static Optional<Moment> moment(
            String text, OptionalLong second, @Nullable String fraction, Moment.Clock clock) {
        int millis = fraction == null ? 0 : Integer.parseInt((fraction + "000").substring(0, 3));
        return second.isEmpty() ? Optional.empty() : Optional.of(new Moment(text, second.getAsLong() + millis, clock));
    }

    private static int field(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
