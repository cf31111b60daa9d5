// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.alert;

import dev.lockstep.cli.notification.Notification.Alert;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A notice as a line for the terminal:
///
/// ```
/// P1 NcclStraggler  node-a GPU 5 rank 5  1m34s after the fault began: Rank 5 holds up TP_1 of job demo
/// P1 NcclStraggler  node-a GPU 5 rank 5  over, 2m10s after the fault ended
/// ```
final class NoticeText {
    private NoticeText() {}

    /// @param since the fault began, or ended for a notice that is over; absent if there was none
    static String of(Alert notice, Optional<Duration> since) {
        String head = (severity(notice) + notice.label("alertname")).strip();
        String where = String.join(" ", where(notice));
        String when = since.map(NoticeText::clock)
                .map(time -> time + " after the fault " + (notice.isFiring() ? "began" : "ended"))
                .orElse("");
        if (notice.isFiring()) {
            String told = when.isEmpty() ? notice.annotation("summary") : when + ": " + notice.annotation("summary");
            return joined(head, where, told);
        }
        return joined(head, where, when.isEmpty() ? "over" : "over, " + when);
    }

    private static String severity(Alert notice) {
        return notice.label("severity").isEmpty() ? "" : notice.label("severity") + " ";
    }

    private static List<String> where(Alert notice) {
        List<String> words = new ArrayList<>();
        add(words, "", notice.label("node"));
        add(words, "GPU ", notice.label("gpu"));
        add(words, "", notice.label("gpu").isEmpty() ? notice.label("uuid") : "");
        add(words, "rank ", notice.label("rank"));
        return words;
    }

    private static void add(List<String> words, String name, String value) {
        if (!value.isEmpty()) {
            words.add(name + value);
        }
    }

    private static String joined(String head, String where, String told) {
        return where.isEmpty() ? head + "  " + told : head + "  " + where + "  " + told;
    }

    private static String clock(Duration time) {
        return time.toMinutes() == 0 ? time.toSeconds() + "s" : time.toMinutes() + "m" + time.toSecondsPart() + "s";
    }
}
