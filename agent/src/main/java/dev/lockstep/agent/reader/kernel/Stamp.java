// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.kernel;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Moment.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// When and where a line of the kernel was printed: `[ 1843.308145]`, `[Mon Aug  5 03:54:13 2024]`,
/// `Feb 11 09:00:00 node07 kernel:`, `2025-01-25T10:34:54,859532+00:00 node07 kernel:`.
///
/// @param host empty if the line has none
record Stamp(Optional<Moment> moment, String host) {
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final Pattern BOOT = Pattern.compile("\\[\\s{0,12}(\\d{1,9})\\.(\\d{3,9})\\]");
    private static final Pattern HUMAN =
            Pattern.compile("\\[\\w{3} (\\w{3})\\s+(\\d{1,2}) (\\d\\d):(\\d\\d):(\\d\\d) (\\d{4})\\]");
    private static final Pattern SYSLOG =
            Pattern.compile("\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\s+(\\d{1,2})"
                    + " (\\d\\d):(\\d\\d):(\\d\\d)(?:\\.\\d+)?\\s+(\\S+) kernel:");
    private static final Pattern ISO = Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)[T"
            + " ](\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{3})\\d*)?(?:Z|[+-]\\d\\d:?\\d\\d)?(?:\\s+(\\S+) kernel:)?");

    static Stamp of(Line line) {
        String text = line.raw().length() > 200 ? line.raw().substring(0, 200) : line.raw();
        Stamp stamp = parse(text);
        Optional<Moment> moment =
                stamp.moment.isEmpty() && line.raw().startsWith("{") ? Stamps.dateTime(line.raw()) : stamp.moment;
        return new Stamp(moment, stamp.host.isEmpty() ? line.host() : stamp.host);
    }

    private static Stamp parse(String text) {
        Matcher human = HUMAN.matcher(text);
        if (human.find()) {
            String plain = text.substring(human.start() + 1, human.end() - 1);
            return new Stamp(wall(plain, human, number(human, 6), Clock.WALL), "");
        }
        Matcher syslog = SYSLOG.matcher(text);
        if (syslog.find()) {
            String plain = text.substring(syslog.start(), syslog.end(5));
            return new Stamp(wall(plain, syslog, Stamps.YEAR_OF_YEARLESS, Clock.YEARLESS), syslog.group(6));
        }
        Matcher iso = ISO.matcher(text);
        if (iso.find()) {
            String host = iso.group(8) == null ? "" : iso.group(8);
            return new Stamp(iso(iso, text.substring(iso.start(), iso.end(6))), host);
        }
        Matcher boot = BOOT.matcher(text);
        if (boot.find()) {
            long millis = Numbers.whole(boot.group(1)).orElse(0) * 1000
                    + Numbers.whole(boot.group(2).substring(0, 3)).orElse(0);
            return new Stamp(Optional.of(new Moment(boot.group(), millis, Clock.BOOT)), "");
        }
        return new Stamp(Optional.empty(), "");
    }

    /// Groups 1 to 5 are the month's name, the day, and the time.
    private static Optional<Moment> wall(String plain, Matcher found, int year, Clock clock) {
        OptionalLong millis = Stamps.millis(
                year,
                MONTHS.indexOf(found.group(1)) + 1,
                number(found, 2),
                number(found, 3),
                number(found, 4),
                number(found, 5));
        return millis.isEmpty() ? Optional.empty() : Optional.of(new Moment(plain, millis.getAsLong(), clock));
    }

    private static Optional<Moment> iso(Matcher iso, String plain) {
        OptionalLong second = Stamps.millis(
                number(iso, 1), number(iso, 2), number(iso, 3), number(iso, 4), number(iso, 5), number(iso, 6));
        long millis = iso.group(7) == null ? 0 : number(iso, 7);
        return second.isEmpty()
                ? Optional.empty()
                : Optional.of(new Moment(plain, second.getAsLong() + millis, Clock.WALL));
    }

    private static int number(Matcher found, int group) {
        return Integer.parseInt(found.group(group));
    }
}
