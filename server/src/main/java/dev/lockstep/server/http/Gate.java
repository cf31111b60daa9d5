// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.http;

import dev.lockstep.server.http.Route.Access;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/// Who may come in, by bearer tokens. Comparing takes the same time whatever is wrong.
public final class Gate {
    private static final String BEARER = "Bearer ";

    private final Optional<String> agentToken;
    private final Optional<String> operatorToken;

    /// With these tokens: without the first all agents are admitted, without the second no operator is.
    public Gate(Optional<String> agentToken, Optional<String> operatorToken) {
        this.agentToken = agentToken;
        this.operatorToken = operatorToken;
    }

    /// Whether one with that Authorization header may.
    public boolean admits(Access access, Optional<String> authorization) {
        return switch (access) {
            case OPEN -> true;
            case AGENT -> agentToken.isEmpty() || isToken(agentToken, authorization);
            case OPERATOR -> isToken(operatorToken, authorization);
        };
    }

    /// What one who may not is told.
    String refusal(Access access) {
        return access == Access.OPERATOR && operatorToken.isEmpty()
                ? "nobody may do this: start the server with --operator-token-file"
                : "send Authorization: Bearer and the token";
    }

    private static boolean isToken(Optional<String> token, Optional<String> authorization) {
        byte[] given = authorization
                .filter(header -> header.startsWith(BEARER))
                .map(header -> header.substring(BEARER.length()).strip())
                .orElse("")
                .getBytes(StandardCharsets.UTF_8);
        return token.isPresent() && MessageDigest.isEqual(token.get().getBytes(StandardCharsets.UTF_8), given);
    }
}
