// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

/// What only the site knows, one value a file: secrets, and the addresses that are as good as secrets.
public enum SiteValue {
    PAGERDUTY_ROUTING_KEY("pagerduty-routing-key", Use.READ_BY_ALERTMANAGER, Form.TEXT),
    SLACK_WEBHOOK_URL("slack-webhook-url", Use.READ_BY_ALERTMANAGER, Form.URL),
    SLACK_DIGEST_WEBHOOK_URL("slack-digest-webhook-url", Use.READ_BY_ALERTMANAGER, Form.URL),
    WECOM_ROBOT_KEY("wecom-robot-key", Use.READ_BY_RELAY, Form.TEXT),
    WECOM_CORP_ID("wecom-corp-id", Use.READ_BY_RELAY, Form.TEXT),
    WECOM_AGENT_ID("wecom-agent-id", Use.READ_BY_RELAY, Form.TEXT),
    WECOM_TO_PARTY("wecom-to-party", Use.READ_BY_RELAY, Form.TEXT),
    WECOM_API_SECRET("wecom-api-secret", Use.READ_BY_RELAY, Form.TEXT),
    TICKET_URL("ticket-url", Use.RENDERED, Form.URL),
    TICKET_TOKEN("ticket-token", Use.READ_BY_ALERTMANAGER, Form.TEXT),
    DEAD_MAN_URL("dead-man-url", Use.RENDERED, Form.URL);

    /// How the value comes into Alertmanager.
    enum Use {
        /// Alertmanager reads the file itself at each notification: a new secret needs no restart.
        READ_BY_ALERTMANAGER,
        /// `lockstep relay` reads the file itself at each message.
        READ_BY_RELAY,
        /// Alertmanager 0.25 has no `…_file` for it, so it stands in the configuration, which nobody else may
        /// read.
        RENDERED
    }

    /// What it looks like.
    enum Form {
        TEXT,
        URL
    }

    private final String fileName;
    private final Use use;
    private final Form form;

    SiteValue(String fileName, Use use, Form form) {
        this.fileName = fileName;
        this.use = use;
        this.form = form;
    }

    /// The name of its file in the directory of secrets.
    public String fileName() {
        return fileName;
    }

    boolean isRendered() {
        return use == Use.RENDERED;
    }

    Form form() {
        return form;
    }
}
