// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import java.util.Optional;
import java.util.stream.Stream;

/// `client_auth_type`, by the names that Go has for it.
enum ClientAuth {
    NONE("NoClientCert"),
    REQUEST("RequestClientCert"),
    REQUIRE_ANY("RequireAnyClientCert"),
    VERIFY_IF_GIVEN("VerifyClientCertIfGiven"),
    REQUIRE_AND_VERIFY("RequireAndVerifyClientCert");

    /// What exporters called REQUIRE_ANY first.
    private static final String OLD_REQUIRE_ANY = "RequireClientCert";

    private final String word;

    ClientAuth(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static Optional<ClientAuth> of(String word) {
        if (word.equals(OLD_REQUIRE_ANY)) {
            return Optional.of(REQUIRE_ANY);
        }
        return Stream.of(values()).filter(auth -> auth.word.equals(word)).findFirst();
    }

    boolean isRequired() {
        return this == REQUIRE_ANY || this == REQUIRE_AND_VERIFY;
    }

    boolean isWanted() {
        return this == REQUEST || this == VERIFY_IF_GIVEN;
    }

    boolean isVerified() {
        return this == VERIFY_IF_GIVEN || this == REQUIRE_AND_VERIFY;
    }
}
