// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.generated.GeneratedFile;
import java.nio.file.Path;
import java.util.List;

/// What is generated and committed under `deploy`.
public final class CommittedFiles {
    private CommittedFiles() {}

    /// Fails for each file that is not committed as `command` would write it.
    public static void assertFresh(List<GeneratedFile> files, String command) {
        Path deploy = Checkout.root().resolve("deploy");
        for (GeneratedFile file : files) {
            assertThat(deploy.resolve(file.path()))
                    .as("run " + command)
                    .exists()
                    .content()
                    .isEqualTo(file.text());
        }
    }
}
