// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import dev.lockstep.cli.notification.Notification;
import dev.lockstep.cli.notification.Notification.Alert;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A notification in the markdown that WeCom understands:
///
/// ```
/// **NcclStraggler** <font color="warning">P1</font>
/// **Job 4711 waits for rank 5 (GPU 5 of node-a) 43 % of the time**
/// > node node-a · GPU 5 GPU-0a1b2c3d · rank 5 · job 4711
/// > In communicator 00c0ffee00c0ffee …
/// [Runbook](https://…) [Dashboard](https://…)
/// ```
///
/// A message has a limit in bytes of UTF-8: where an alert does not fit, its summary has to do, and where
/// that does not fit, it is left out and counted in the last line. What jobs named is made harmless first: no
/// mention (`<@all>`), no link.
final class MessageText {
    /// Texts are cut to this, so that the first summary always fits.
    private static final int SUMMARY_CHARS_MAX = 300;
    private static final int EVIDENCE_CHARS_MAX = 500;
    private static final int LABEL_CHARS_MAX = 64;
    private static final int LAST_LINE_BYTES = 64;

    private final Optional<URI> grafana;

    MessageText(Optional<URI> grafana) {
        this.grafana = grafana;
    }

    String of(Notification notification, int bytesMax) {
        StringBuilder text = new StringBuilder(head(notification));
        int room = bytesMax - LAST_LINE_BYTES - bytes(text);
        long leftOut = notification.truncatedAlerts();
        for (Alert alert : inOrder(notification)) {
            String whole = alert.isFiring() ? firing(alert) : resolved(alert);
            String part = bytes(whole) <= room ? whole : summary(alert);
            if (bytes(part) > room) {
                leftOut++;
                continue;
            }
            text.append(part);
            room -= bytes(part);
        }
        if (leftOut > 0) {
            text.append("and ").append(leftOut).append(" more");
        }
        return text.toString().strip();
    }

    private static String head(Notification notification) {
        String name = notification.groupLabels().getOrDefault("alertname", "Lockstep");
        return "**" + plain(name, LABEL_CHARS_MAX) + "** " + colored(notification) + "\n";
    }

    private static String colored(Notification notification) {
        if (!notification.isFiring()) {
            return "<font color=\"info\">resolved</font>";
        }
        String severity = notification.alerts().getFirst().label("severity");
        return "<font color=\"warning\">" + plain(severity, LABEL_CHARS_MAX) + "</font>";
    }

    /// Firing alerts first: if something must be left out, it is what is over.
    private static List<Alert> inOrder(Notification notification) {
        List<Alert> alerts = new ArrayList<>(notification.firing());
        alerts.addAll(notification.resolved());
        return alerts;
    }

    private String firing(Alert alert) {
        StringBuilder text = new StringBuilder();
        text.append(summary(alert));
        text.append("> ").append(where(alert)).append('\n');
        String evidence = plain(alert.annotation("description"), EVIDENCE_CHARS_MAX);
        if (!evidence.isEmpty()) {
            text.append("> ").append(evidence).append('\n');
        }
        return text.append(links(alert)).append('\n').toString();
    }

    private static String summary(Alert alert) {
        return "**" + plain(alert.annotation("summary"), SUMMARY_CHARS_MAX) + "**\n";
    }

    private static String resolved(Alert alert) {
        return "<font color=\"info\">resolved</font> " + plain(alert.annotation("summary"), SUMMARY_CHARS_MAX) + "\n";
    }

    private static String where(Alert alert) {
        List<String> places = new ArrayList<>();
        add(places, "node ", alert.label("node"));
        add(places, "GPU ", (alert.label("gpu") + " " + alert.label("uuid")).strip());
        add(places, "channel ", alert.label("channel"));
        add(places, "rank ", alert.label("rank"));
        add(places, "job ", alert.label("job_id"));
        add(places, "communicator ", alert.label("comm"));
        add(places, "source ", alert.label("source"));
        add(places, "target ", alert.label("target"));
        return places.isEmpty() ? "the cluster" : String.join(" · ", places);
    }

    private static void add(List<String> places, String what, String value) {
        if (!value.isEmpty()) {
            places.add(what + plain(value, LABEL_CHARS_MAX));
        }
    }

    private String links(Alert alert) {
        List<String> links = new ArrayList<>();
        String runbook = alert.annotation("runbook_url");
        if (isAddress(runbook)) {
            links.add("[Runbook](" + runbook + ")");
        }
        String dashboard = alert.annotation("dashboard");
        if (grafana.isPresent() && dashboard.startsWith("/")) {
            String address = grafana.get().toString().replaceFirst("/+$", "") + dashboard;
            if (isAddress(address)) {
                links.add("[Dashboard](" + address + ")");
            }
        }
        return String.join(" ", links);
    }

    private static boolean isAddress(String text) {
        return text.matches("https?://[^\\s()<>]+") && text.length() < 1_000;
    }

    /// One line without anything that the robot would obey.
    private static String plain(String text, int charsMax) {
        String safe = text.replaceAll("\\s+", " ")
                .strip()
                .replace('<', '‹')
                .replace('>', '›')
                .replace('[', '(')
                .replace(']', ')');
        if (safe.codePointCount(0, safe.length()) <= charsMax) {
            return safe;
        }
        return safe.substring(0, safe.offsetByCodePoints(0, charsMax - 1)) + "…";
    }

    private static int bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
