// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.alert;

import dev.lockstep.cli.notification.Notification.Alert;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Turns notifications into lines: one for what is new in a notification, however many alerts it has, and nothing for
/// what has been told. Not for several threads.
public final class AlertLog {
    private static final Comparator<Alert> BY_SUMMARY = Comparator.comparing(
                    (Alert alert) -> alert.annotation("summary"))
            .thenComparing(notice -> String.valueOf(notice.labels()));

    private final Set<Map<String, String>> firing = new HashSet<>();

    /// The lines of one notification: what fires now, what is over now.
    ///
    /// @param since how long after the fault's beginning, or for what is over its end, this is; absent
    ///     without a fault
    public List<String> tell(List<Alert> notices, Function<Alert, Optional<Duration>> since) {
        List<Alert> begun = notices.stream()
                .filter(notice -> notice.isFiring() && firing.add(notice.labels()))
                .sorted(BY_SUMMARY)
                .toList();
        List<Alert> over = notices.stream()
                .filter(notice -> !notice.isFiring() && firing.remove(notice.labels()))
                .sorted(BY_SUMMARY)
                .toList();
        List<String> lines = new ArrayList<>();
        add(lines, begun, since);
        add(lines, over, since);
        return lines;
    }

    private static void add(List<String> lines, List<Alert> news, Function<Alert, Optional<Duration>> since) {
        if (!news.isEmpty()) {
            Alert first = news.getFirst();
            String more = news.size() == 1 ? "" : " (and " + (news.size() - 1) + " more alike)";
            lines.add(NoticeText.of(first, since.apply(first)) + more);
        }
    }
}
