// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import dev.lockstep.cli.relay.WeComApi.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// A group robot of WeCom: one call with the robot's key, and limits of its own.
final class Robot implements Messenger {
    /// The file with the part behind `key=` of the robot's address.
    static final String KEY_FILE = "wecom-robot-key";

    /// The limit of the robot's documentation.
    private static final int BYTES_MAX = 4_096;

    private static final int TOO_OFTEN = 45_009;

    private final URI api;
    private final Secrets secrets;
    private final RobotPace pace;

    Robot(URI api, Secrets secrets, RobotPace pace) {
        this.api = api;
        this.secrets = secrets;
        this.pace = pace;
    }

    @Override
    public int bytesMax() {
        return BYTES_MAX;
    }

    @Override
    public Sent send(String markdown) {
        String key;
        try {
            key = secrets.read(KEY_FILE);
        } catch (Secrets.Missing missing) {
            return new Sent(Outcome.NO_SECRET, missing.why());
        }
        if (!pace.tryToSend()) {
            return new Sent(
                    Outcome.OVER_PACE,
                    "a robot takes " + RobotPace.MESSAGES_A_MINUTE_MAX
                            + " messages a minute; Alertmanager tries again");
        }
        URI uri = api.resolve("webhook/send?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8));
        try {
            return judge(WeComApi.post(uri, json -> {
                json.writeStringProperty("msgtype", "markdown");
                json.writeObjectPropertyStart("markdown");
                json.writeStringProperty("content", markdown);
                json.writeEndObject();
            }));
        } catch (IOException failed) {
            return new Sent(Outcome.UNREACHABLE, failed.getClass().getSimpleName() + " at " + api.getHost());
        }
    }

    private static Sent judge(Answer answer) {
        if (answer.errcode().isEmpty()) {
            return new Sent(Outcome.UNREACHABLE, "an answer without errcode");
        }
        int code = answer.errcode().getAsInt();
        return switch (code) {
            case WeComApi.OK -> Sent.DONE;
            case TOO_OFTEN -> new Sent(Outcome.OVER_PACE, "errcode 45009: the robot was sent too much elsewhere, too");
            default -> new Sent(Outcome.REFUSED, "errcode " + code + ": is the robot's key right?");
        };
    }
}
