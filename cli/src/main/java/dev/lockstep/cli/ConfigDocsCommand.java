// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.config.ConfigPage;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `lockstep config-docs > docs/config.md`: the page about all settings, from their tables.
@Command(
        name = "config-docs",
        mixinStandardHelpOptions = true,
        description = "Prints docs/config.md, generated from the tables of settings.")
final class ConfigDocsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(ConfigPage.text());
        spec.commandLine().getOut().flush();
        return Lockstep.OK;
    }
}
