// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import dev.lockstep.core.analysis.clue.Moment;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the times that stand in logs. Zones are dropped: hosts rarely print them, and order between hosts is not known
/// anyway.
public final class Stamps {
    private static final Pattern DATE_TIME =
            Pattern.compile("(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T ](\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?");
    private static final Pattern GLOG =
            Pattern.compile("\\b[EWIF](\\d{1,2})(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)\\.(\\d{3,9})");
    private static final int LEAP_YEAR = 2024;
    private static final String NINE_ZEROS = "000000000";

    private Stamps() {}

    /// The first date with a time in the text: `2026-04-14 21:28:19.007`.
    public static Optional<Moment> dateTime(String text) {
        Matcher matcher = DATE_TIME.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        return moment(
                matcher.group(),
                new int[] {field(matcher, 1), field(matcher, 2), field(matcher, 3)},
                new int[] {field(matcher, 4), field(matcher, 5), field(matcher, 6)},
                matcher.group(7),
                Moment.Clock.WALL);
    }

    /// The time of glog's prefix, which has no year: `E603 17:48:01.005271823`.
    public static Optional<Moment> glog(String text) {
        Matcher matcher = GLOG.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        return moment(
                matcher.group().substring(1),
                new int[] {LEAP_YEAR, field(matcher, 1), field(matcher, 2)},
                new int[] {field(matcher, 3), field(matcher, 4), field(matcher, 5)},
                matcher.group(6),
                Moment.Clock.YEARLESS);
    }

    private static Optional<Moment> moment(
            String text, int[] day, int[] time, @Nullable String fraction, Moment.Clock clock) {
        try {
            int nanos = fraction == null ? 0 : Integer.parseInt((fraction + NINE_ZEROS).substring(0, 9));
            long millis = LocalDateTime.of(day[0], day[1], day[2], time[0], time[1], time[2], nanos)
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli();
            return Optional.of(new Moment(text, millis, clock));
        } catch (DateTimeException noDate) {
            return Optional.empty();
        }
    }

    private static int field(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
