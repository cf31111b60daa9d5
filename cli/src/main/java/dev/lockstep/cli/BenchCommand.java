// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lockstep bench …`: measurements that an operator repeats on machines of his own.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        subcommands = OverheadCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Measures on this machine what Lockstep costs.")
final class BenchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run().
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to measure.");
    }
}
