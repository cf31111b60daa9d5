// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The `lockstep` command: finds the subcommand, runs it and turns how it ended into an exit code.
///
/// | code | meaning |
/// |---|---|
/// | 0 | it worked |
/// | 1 | it failed |
/// | 2 | the command line or the configuration is wrong; what is wrong is on standard error |
@Command(
        name = "lockstep",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        description = "Watches the NCCL communication of a GPU cluster while the job runs and says which rank,"
                + " GPU, node or link is holding the others up.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "'lockstep COMMAND --help' tells more about a command.",
            "Exit codes: 0 it worked, 1 it failed, 2 the command line or the configuration is wrong."
        })
public final class Lockstep implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run() is called.
    private CommandSpec spec;

    /// Runs one command and ends the process with its exit code.
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /// The whole command line, ready to execute; tests give it writers of their own.
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Lockstep());
        Subcommands.all().forEach(line::addSubcommand);
        line.setExecutionExceptionHandler((failure, failed, _) -> tell(failure, failed.getErr()));
        return line;
    }

    /// Without a subcommand there is nothing to do: the usage goes to standard error.
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which command to run.");
    }

    private static int tell(Exception failure, PrintWriter err) {
        if (failure instanceof InvalidConfigException invalid) {
            invalid.problems().forEach(problem -> err.println("lockstep: " + problem));
            return ExitCode.BAD_USAGE;
        }
        err.println("lockstep: " + reason(failure));
        return ExitCode.FAILED;
    }

    /// Java's messages about files are often the file's name alone.
    private static String reason(Exception failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.getClass().getName();
        }
        return switch (failure) {
            case NoSuchFileException _ -> message + ": there is no such file or folder";
            case AccessDeniedException _ -> message + ": this user may not do that";
            case FileAlreadyExistsException _ -> message + ": there is a file of that name";
            default -> message;
        };
    }
}
