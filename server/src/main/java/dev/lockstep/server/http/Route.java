// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One thing that can be asked for.
///
/// @param method `GET` or `POST`
/// @param path its segments; one in braces stands for any text: `/api/v1/incidents/{id}`
public record Route(String method, String path, Access access, Handler handler) {
    /// Who may ask.
    public enum Access {
        /// Everybody who reaches the port.
        OPEN,
        /// Agents, by their token if one is set.
        AGENT,
        /// People with the operator's token.
        OPERATOR
    }

    /// Answers.
    @FunctionalInterface
    public interface Handler {
        /// Answers the call.
        ///
        /// @throws Problem with what the client must be told instead
        void answer(Call call) throws Problem, InterruptedException;
    }

    /// Why there is no answer, as a status and one line.
    public static final class Problem extends Exception {
        private final int status;

        /// With that status and line.
        public Problem(int status, String line) {
            super(line);
            this.status = status;
        }

        /// The HTTP status.
        public int status() {
            return status;
        }
    }

    /// The texts that stand in a path for the segments in braces, in their order; absent where the path is another.
    public Optional<List<String>> match(List<String> segments) {
        String[] own = path.substring(1).split("/", -1);
        if (own.length != segments.size()) {
            return Optional.empty();
        }
        List<String> variables = new ArrayList<>();
        for (int i = 0; i < own.length; i++) {
            if (own[i].startsWith("{")) {
                variables.add(segments.get(i));
            } else if (!own[i].equals(segments.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }
}
