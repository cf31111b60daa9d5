// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvalidConfigExceptionTest {
    @Test
    void tellsEveryProblemInItsMessage() {
        var invalid = new InvalidConfigException(List.of("port: 99999 is over 65535", "speed: unknown key"));

        assertThat(invalid).hasMessage("port: 99999 is over 65535; speed: unknown key");
    }

    @Test
    void keepsItsProblemsWhenTheCallersListChanges() {
        var problems = new ArrayList<>(List.of("port: missing"));
        var invalid = new InvalidConfigException(problems);

        problems.clear();

        assertThat(invalid.problems()).containsExactly("port: missing");
    }

    @Test
    void refusesToBeThrownWithoutAProblem() {
        assertThatIllegalArgumentException().isThrownBy(() -> new InvalidConfigException(List.of()));
    }
}
