// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.dashboards.board.Dashboards;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The list of panels that may be empty is about panels that exist, and operators can read it.
class MayBeEmptyTest {
    @Test
    void namesOnlyPanelsThatExist() {
        Stream<String> questions = Dashboards.all().stream()
                .flatMap(board -> Question.of(board).stream())
                .flatMap(question -> Stream.of(question.panel(), question.name()));

        assertThat(questions).containsAll(MayBeEmpty.names());
    }

    @Test
    void standsInTheDocumentation() throws IOException {
        String page = Files.readString(Checkout.root().resolve("docs/operations/dashboards.md"));

        assertThat(MayBeEmpty.names()).allSatisfy(name -> assertThat(page).contains(name.split(" / ", -1)[1]));
    }
}
