// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.kernel;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Moment.Clock;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
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
        return stamp.host.isEmpty() && !line.host().isEmpty() ? new Stamp(stamp.moment, line.host()) : stamp;
    }

    private static Stamp parse(String text) {
        Matcher human = HUMAN.matcher(text);
        if (human.find()) {
            return new Stamp(
                    wall(
                            human.group(),
                            human.group(6),
                            human.group(1),
                            human.group(2),
                            List.of(human.group(3), human.group(4), human.group(5))),
                    "");
        }
        Matcher syslog = SYSLOG.matcher(text);
        if (syslog.find()) {
            Optional<Moment> moment = wall(
                            syslog.group(),
                            "2000",
                            syslog.group(1),
                            syslog.group(2),
                            List.of(syslog.group(3), syslog.group(4), syslog.group(5)))
                    .map(found ->
                            new Moment(text.substring(syslog.start(), syslog.end(5)), found.millis(), Clock.YEARLESS));
            return new Stamp(moment, syslog.group(6));
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

    private static Optional<Moment> wall(String text, String year, String month, String day, List<String> time) {
        int number = MONTHS.indexOf(month) + 1;
        try {
            LocalDateTime moment = LocalDateTime.of(
                    Integer.parseInt(year),
                    number,
                    Integer.parseInt(day),
                    Integer.parseInt(time.get(0)),
                    Integer.parseInt(time.get(1)),
                    Integer.parseInt(time.get(2)));
            String plain = text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
            return Optional.of(
                    new Moment(plain, moment.toInstant(ZoneOffset.UTC).toEpochMilli(), Clock.WALL));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Moment> iso(Matcher iso, String text) {
        try {
            LocalDateTime moment = LocalDateTime.of(
                    Integer.parseInt(iso.group(1)),
                    Integer.parseInt(iso.group(2)),
                    Integer.parseInt(iso.group(3)),
                    Integer.parseInt(iso.group(4)),
                    Integer.parseInt(iso.group(5)),
                    Integer.parseInt(iso.group(6)));
            long millis = iso.group(7) == null ? 0 : Integer.parseInt(iso.group(7));
            return Optional.of(new Moment(text, moment.toInstant(ZoneOffset.UTC).toEpochMilli() + millis, Clock.WALL));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
