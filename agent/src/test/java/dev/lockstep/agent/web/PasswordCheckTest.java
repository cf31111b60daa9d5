// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import static org.assertj.core.api.Assertions.assertThat;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names and passwords against the hashes that htpasswd and others make.
class PasswordCheckTest {
    /// Of "fakepassword", made by Go's bcrypt; it stands in exporter-toolkit.
    private static final String BY_GO = "$2y$10$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeSi";

    private final PasswordCheck check = new PasswordCheck();
    private final Map<String, String> users =
            Map.of("alice", hash("right"), "bob", hash("bob's: with a colon"), "go", BY_GO);

    @Test
    void admitsTheRightPassword() {
        assertThat(check.check(basic("alice:right"), users)).isEqualTo(Admission.ADMITTED);
        assertThat(check.check(basic("alice:right"), users)).isEqualTo(Admission.ADMITTED);
        assertThat(check.check(basic("bob:bob's: with a colon"), users)).isEqualTo(Admission.ADMITTED);
        assertThat(check.check(basic("go:fakepassword"), users)).isEqualTo(Admission.ADMITTED);
        assertThat(check.check("bAsIc " + basic("alice:right").substring(6), users))
                .isEqualTo(Admission.ADMITTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"alice:wrong", "alice:", "alice:right ", "Alice:right", "nobody:right", "bob:right", ":", ""})
    void refusesAllOthers(String credentials) {
        assertThat(check.check(basic(credentials), users)).isEqualTo(Admission.REFUSED);
        assertThat(check.check(basic(credentials), users)).isEqualTo(Admission.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic", "Basic ", "Bearer abc", "Basic %%%", "Basic YWxpY2U="})
    void refusesWhatIsNoBasicAuthentication(String header) {
        assertThat(check.check(header, users)).isEqualTo(Admission.REFUSED);
    }

    @Test
    void refusesEndlessHeaders() {
        assertThat(check.check(basic("alice:" + "x".repeat(100_000)), users)).isEqualTo(Admission.REFUSED);
    }

    @Test
    void takesOnlyTheBytesThatBcryptTakes() {
        String long72 = "p".repeat(72);
        Map<String, String> cut = Map.of("alice", hash(long72));

        assertThat(check.check(basic("alice:" + long72), cut)).isEqualTo(Admission.ADMITTED);
    }

    @Test
    void forgetsAPasswordThatWasChanged() {
        assertThat(check.check(basic("alice:right"), users)).isEqualTo(Admission.ADMITTED);
        assertThat(check.check(basic("alice:right"), Map.of("alice", hash("new"))))
                .isEqualTo(Admission.REFUSED);
    }

    @Test
    void tellsTheRestToComeAgainWhileAFewWait() throws InterruptedException, ExecutionException {
        Map<String, String> slow = Map.of("alice", hash("right", 10));
        List<Admission> answers = new ArrayList<>();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Admission>> all = IntStream.range(0, 200)
                    .mapToObj(i -> clients.submit(() -> check.check(basic("alice:guess-" + i), slow)))
                    .toList();
            for (Future<Admission> one : all) {
                answers.add(one.get());
            }
        }
        assertThat(answers).contains(Admission.BUSY, Admission.REFUSED).doesNotContain(Admission.ADMITTED);
        assertThat(check.check(basic("alice:right"), slow)).isEqualTo(Admission.ADMITTED);
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(String password) {
        return hash(password, 4);
    }

    private static String hash(String password, int cost) {
        return BCrypt.with(BCrypt.Version.VERSION_2Y, LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2Y))
                .hashToString(cost, password.toCharArray());
    }
}
