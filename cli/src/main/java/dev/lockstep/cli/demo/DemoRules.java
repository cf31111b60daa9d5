// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.rules.RulePack;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RuleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The rules of `deploy/prometheus` as files of a demo, as they stand.
final class DemoRules {
    private DemoRules() {}

    static List<Path> write(Path folder) throws IOException {
        List<Path> written = new ArrayList<>();
        for (RuleFile file : RulePack.of(Flavour.CLASSIC)) {
            written.add(Files.writeString(folder.resolve(file.name()), file.yaml()));
        }
        return written;
    }
}
