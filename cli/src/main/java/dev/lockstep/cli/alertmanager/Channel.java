// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import java.util.List;

/// A way to somebody who should hear of alerts. A site names those that it has.
public enum Channel {
    PAGERDUTY("pagerduty"),
    SLACK("slack"),
    /// Through `lockstep relay`: Alertmanager 0.25 does not hear what WeCom refuses.
    WECOM_APP("wecom-app"),
    /// Through `lockstep relay`: the robot wants another JSON than Alertmanager's.
    WECOM_ROBOT("wecom-robot"),
    TICKET("ticket"),
    DEAD_MAN("dead-man");

    /// Those that tell a person at once.
    static final List<Channel> TO_PEOPLE = List.of(PAGERDUTY, SLACK, WECOM_APP, WECOM_ROBOT);

    private final String word;

    Channel(String word) {
        this.word = word;
    }

    /// The files that it needs.
    public List<SiteValue> needs() {
        return switch (this) {
            case PAGERDUTY -> List.of(SiteValue.PAGERDUTY_ROUTING_KEY);
            case SLACK -> List.of(SiteValue.SLACK_WEBHOOK_URL, SiteValue.SLACK_DIGEST_WEBHOOK_URL);
            case WECOM_APP ->
                List.of(
                        SiteValue.WECOM_CORP_ID,
                        SiteValue.WECOM_AGENT_ID,
                        SiteValue.WECOM_TO_PARTY,
                        SiteValue.WECOM_API_SECRET);
            case WECOM_ROBOT -> List.of(SiteValue.WECOM_ROBOT_KEY);
            case TICKET -> List.of(SiteValue.TICKET_URL, SiteValue.TICKET_TOKEN);
            case DEAD_MAN -> List.of(SiteValue.DEAD_MAN_URL);
        };
    }

    /// The name on the command line.
    @Override
    public String toString() {
        return word;
    }
}
