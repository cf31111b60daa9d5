// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.io.IOException;
import java.net.URI;
import javax.net.ssl.SSLException;

/// Is the agent up and well.
final class AgentCheck {
    private static final String CHECK = "agent";
    private static final int OK = 200;
    private static final int NOT_WELL = 503;
    private static final int UNAUTHORIZED = 401;

    private AgentCheck() {}

    static Finding finding(URI agent) {
        try {
            HttpGet.Answer answer = HttpGet.of(agent.resolve("/healthz"));
            String line = answer.body().lines().findFirst().orElse("");
            return switch (answer.status()) {
                case OK -> Finding.ok(CHECK, agent + " is well");
                case NOT_WELL -> Finding.fail(CHECK, agent + " is not well: " + line, "read its log");
                case UNAUTHORIZED -> Finding.ok(CHECK, agent + " is up and wants a password");
                default ->
                    Finding.fail(
                            CHECK,
                            agent + " answers " + answer.status() + ": no agent of Lockstep",
                            "name it: --agent URL");
            };
        } catch (SSLException untrusted) {
            return Finding.note(
                    CHECK,
                    agent + " speaks TLS with a certificate that this JDK does not trust: " + untrusted.getMessage(),
                    "ask it with curl --cacert if in doubt");
        } catch (IOException down) {
            return Finding.fail(
                    CHECK,
                    agent + " does not answer: " + down.getMessage(),
                    "start lockstep agent, or name it: --agent URL");
        }
    }
}
