// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import dev.lockstep.cli.relay.WeComApi.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// An application of WeCom: a token for its secret, then messages with the token.
///
/// Alertmanager can do that itself, but 0.25 does not hear what WeCom refuses: a message that comes with a
/// token that is over is lost there and counted as sent.
final class Application implements Messenger {
    /// Its files: company, application, department, secret.
    static final String CORP_ID_FILE = "wecom-corp-id";

    static final String AGENT_ID_FILE = "wecom-agent-id";
    static final String TO_PARTY_FILE = "wecom-to-party";
    static final String API_SECRET_FILE = "wecom-api-secret";

    /// The limit of the application API's documentation.
    private static final int BYTES_MAX = 2_048;

    private static final int TOKEN_INVALID = 40_014;
    private static final int TOKEN_OVER = 42_001;

    /// WeCom wants that tokens are kept; a new one is fetched a little before the old one is over.
    private static final long MARGIN_SECONDS = 60;

    private final URI api;
    private final Secrets secrets;
    private final LongSupplier nanos;
    private volatile @Nullable Token kept;

    /// A token and the secret it was given for: another secret needs another token.
    private record Token(String text, String secret, long untilNanos) {}

    Application(URI api, Secrets secrets, LongSupplier monotonicNanos) {
        this.api = api;
        this.secrets = secrets;
        this.nanos = monotonicNanos;
    }

    @Override
    public int bytesMax() {
        return BYTES_MAX;
    }

    @Override
    public Sent send(String markdown) {
        String corpId;
        String secret;
        String agentId;
        String toParty;
        try {
            corpId = secrets.read(CORP_ID_FILE);
            agentId = secrets.read(AGENT_ID_FILE);
            toParty = secrets.read(TO_PARTY_FILE);
            secret = secrets.read(API_SECRET_FILE);
        } catch (Secrets.Missing missing) {
            return new Sent(Outcome.NO_SECRET, missing.why());
        }
        try {
            Optional<String> token = token(corpId, secret);
            if (token.isEmpty()) {
                return new Sent(Outcome.REFUSED, "no token: are corp id and secret right?");
            }
            Answer answer = post(token.get(), agentId, toParty, markdown);
            if (isOver(answer)) {
                kept = null;
                token = token(corpId, secret);
                answer = token.isEmpty() ? answer : post(token.get(), agentId, toParty, markdown);
            }
            return judge(answer);
        } catch (IOException failed) {
            return new Sent(Outcome.UNREACHABLE, failed.getClass().getSimpleName() + " at " + api.getHost());
        }
    }

    /// Two threads may both fetch one; WeCom then gives the same to both.
    private Optional<String> token(String corpId, String secret) throws IOException {
        Token token = kept;
        if (token != null && token.secret().equals(secret) && nanos.getAsLong() - token.untilNanos() < 0) {
            return Optional.of(token.text());
        }
        long asked = nanos.getAsLong();
        Answer answer =
                WeComApi.get(api.resolve("gettoken?corpid=" + encoded(corpId) + "&corpsecret=" + encoded(secret)));
        if (answer.accessToken().isEmpty()) {
            return Optional.empty();
        }
        long seconds = Math.max(0, answer.expiresInSeconds() - MARGIN_SECONDS);
        kept = new Token(answer.accessToken(), secret, asked + TimeUnit.SECONDS.toNanos(seconds));
        return Optional.of(answer.accessToken());
    }

    private Answer post(String token, String agentId, String toParty, String markdown) throws IOException {
        return WeComApi.post(api.resolve("message/send?access_token=" + encoded(token)), json -> {
            json.writeStringProperty("toparty", toParty);
            json.writeStringProperty("msgtype", "markdown");
            json.writeStringProperty("agentid", agentId);
            json.writeObjectPropertyStart("markdown");
            json.writeStringProperty("content", markdown);
            json.writeEndObject();
        });
    }

    private static boolean isOver(Answer answer) {
        int code = answer.errcode().orElse(WeComApi.OK);
        return code == TOKEN_OVER || code == TOKEN_INVALID;
    }

    private static Sent judge(Answer answer) {
        if (answer.errcode().isEmpty()) {
            return new Sent(Outcome.UNREACHABLE, "an answer without errcode");
        }
        int code = answer.errcode().getAsInt();
        return code == WeComApi.OK
                ? Sent.DONE
                : new Sent(
                        Outcome.REFUSED,
                        "errcode " + code + ": are agent id and department right, is this host trusted?");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
