// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import static dev.lockstep.cli.alertmanager.Yaml.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Who is told, and in which words; the words are templates of `lockstep.tmpl`.
final class Receivers {
    static final String NOWHERE = "nowhere";
    static final String PAGE = "page";
    static final String NOTICE = "notice";
    static final String TICKET = "ticket";
    static final String DIGEST = "digest";
    static final String DEAD_MAN = "dead-man";

    /// More alerts in one message are counted by Alertmanager (`truncatedAlerts`), not sent.
    private static final int RELAYED_ALERTS_MAX = 50;

    private final AlertmanagerSetup setup;
    private final SiteValues values;

    Receivers(AlertmanagerSetup setup) {
        this.setup = setup;
        this.values = setup.values();
    }

    List<Map<String, Object>> all() {
        return List.of(
                map("name", NOWHERE),
                people(PAGE, "critical"),
                people(NOTICE, "warning"),
                ticket(),
                digest(),
                deadMan());
    }

    /// PagerDuty makes an incident of low urgency of a `warning` where the service's urgency depends on the
    /// severity.
    private Map<String, Object> people(String name, String pagerDutySeverity) {
        Map<String, Object> receiver = map("name", name);
        if (setup.has(Channel.PAGERDUTY)) {
            receiver.put("pagerduty_configs", List.of(pagerDuty(pagerDutySeverity)));
        }
        if (setup.has(Channel.SLACK)) {
            receiver.put("slack_configs", List.of(slack(SiteValue.SLACK_WEBHOOK_URL, "lockstep.slack.text")));
        }
        List<Map<String, Object>> relayed = new ArrayList<>();
        for (Channel channel : List.of(Channel.WECOM_APP, Channel.WECOM_ROBOT)) {
            if (setup.has(channel)) {
                relayed.add(relayed(channel));
            }
        }
        if (!relayed.isEmpty()) {
            receiver.put("webhook_configs", relayed);
        }
        return receiver;
    }

    private Map<String, Object> pagerDuty(String severity) {
        return map(
                "routing_key_file", values.file(SiteValue.PAGERDUTY_ROUTING_KEY),
                "send_resolved", true,
                "severity", severity,
                "description", template("lockstep.line"),
                "source", template("lockstep.source"),
                "class", "{{ .CommonLabels.alertname }}",
                "component", template("lockstep.component"),
                "group", template("lockstep.group"),
                "client", "Lockstep",
                "client_url", "{{ .ExternalURL }}",
                "details",
                        map("firing", template("lockstep.text.firing"), "resolved", template("lockstep.text.resolved")),
                "links",
                        List.of(
                                map("href", "{{ .CommonAnnotations.runbook_url }}", "text", "Runbook"),
                                map("href", template("lockstep.dashboard"), "text", "Dashboard")));
    }

    private Map<String, Object> slack(SiteValue url, String text) {
        return map(
                "api_url_file", values.file(url),
                "send_resolved", true,
                "username", "Lockstep",
                "color", template("lockstep.color"),
                "title", template("lockstep.title"),
                "title_link", "{{ .ExternalURL }}",
                "text", template(text),
                "fallback", template("lockstep.slack.line"));
    }

    /// The relay has a path for each channel, by its name.
    private Map<String, Object> relayed(Channel channel) {
        return map(
                "url",
                setup.addresses().relay() + "/" + channel,
                "send_resolved",
                true,
                "max_alerts",
                RELAYED_ALERTS_MAX);
    }

    private Map<String, Object> ticket() {
        Map<String, Object> receiver = map("name", TICKET);
        if (setup.has(Channel.TICKET)) {
            receiver.put(
                    "webhook_configs",
                    List.of(map(
                            "url", values.rendered(SiteValue.TICKET_URL),
                            "send_resolved", true,
                            "http_config",
                                    map(
                                            "authorization",
                                            map("credentials_file", values.file(SiteValue.TICKET_TOKEN))))));
        }
        return receiver;
    }

    private Map<String, Object> digest() {
        Map<String, Object> receiver = map("name", DIGEST);
        if (setup.has(Channel.SLACK)) {
            receiver.put("slack_configs", List.of(slack(SiteValue.SLACK_DIGEST_WEBHOOK_URL, "lockstep.slack.digest")));
        }
        if (setup.has(Channel.WECOM_ROBOT)) {
            receiver.put("webhook_configs", List.of(relayed(Channel.WECOM_ROBOT)));
        }
        return receiver;
    }

    private Map<String, Object> deadMan() {
        List<Map<String, Object>> webhooks = new ArrayList<>();
        if (setup.has(Channel.DEAD_MAN)) {
            webhooks.add(map("url", values.rendered(SiteValue.DEAD_MAN_URL), "send_resolved", false));
        }
        return webhooks.isEmpty() ? map("name", DEAD_MAN) : map("name", DEAD_MAN, "webhook_configs", webhooks);
    }

    private static String template(String name) {
        return "{{ template \"" + name + "\" . }}";
    }
}
