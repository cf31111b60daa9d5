// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.peer.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What deploy/prometheus/tests says of the committed rules, each file by promtool.
class RuleUnitTest {
    private static final Path FOLDER = Checkout.root().resolve("deploy/prometheus/tests");

    static List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void holds(String file) throws IOException, InterruptedException {
        assumeTrue(Promtool.isInstalled(), "apt-get install prometheus");

        Promtool.Result result = Promtool.run(FOLDER, List.of("test", "rules", file));

        assertThat(result.exitCode()).as(result.text()).isZero();
    }
}
